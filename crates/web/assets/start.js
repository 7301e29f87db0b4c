// Puts the drawings into the page, so that everything refers to them by name, and starts the program.
import init from "./app.js";

const drawings = ["cards.svg", "portraits.svg", "pictures.svg"].map(async (file) => {
    const answer = await fetch(new URL(file, import.meta.url));
    const sprite = new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement;
    sprite.setAttribute("class", "symbols");
    sprite.setAttribute("aria-hidden", "true");
    document.body.prepend(sprite);
});
await Promise.all([init(), ...drawings]);
