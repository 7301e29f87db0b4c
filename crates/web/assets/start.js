// Puts the drawings into the page, so that everything refers to them by name, and starts the program.
import init from "./app.js";

const loading = new Map();

async function putIntoPage(file) {
    const answer = await fetch(new URL(file, import.meta.url));
    const sprite = new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement;
    sprite.setAttribute("class", "symbols");
    sprite.setAttribute("aria-hidden", "true");
    document.body.prepend(sprite);
}

// For the program too: what few people see is loaded when it is first drawn, and once.
globalThis.loadDrawings = (file) => {
    if (!loading.has(file)) loading.set(file, putIntoPage(file));
    return loading.get(file);
};

// Whoever presses anything need not wait for the deal.
const endDeal = () => document.getAnimations().forEach((one) => one.id === "deal" && one.finish());
for (const press of ["pointerdown", "keydown"]) addEventListener(press, endDeal, true);

const drawings = ["cards.svg", "portraits.svg", "pictures.svg"].map(globalThis.loadDrawings);
await Promise.all([init(), ...drawings]);
