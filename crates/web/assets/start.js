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

// Files of text that few people read.
globalThis.loadText = async (file) => {
    const answer = await fetch(new URL(file, import.meta.url));
    if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
    return answer.text();
};
// Scripts that few people need; the program calls what they put into the global scope.
globalThis.loadScript = (file) => import(new URL(file, import.meta.url));
// For the program too: the house in this browser, when it is first wanted.
globalThis.startLocalHouse = () => new Worker(new URL("local.js", import.meta.url), { type: "module" });

// For the program too: the screens of evenings, which few people see.
globalThis.showEvening = async (...shown) => (await import(new URL("evening.js", import.meta.url))).show(...shown);

// What the page needs is kept for the time without a network, once there is nothing else to do. A new version waits
// until it is asked for: the program is told of it.
async function keepForLater() {
    if (!navigator.serviceWorker || localStorage.getItem("tapis.offline") === "off") return;
    const registration = await navigator.serviceWorker.register("/sw.js");
    const tell = () => {
        if (registration.waiting && navigator.serviceWorker.controller) dispatchEvent(new Event("new-version"));
    };
    globalThis.takeNewVersion = () => {
        navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
        registration.waiting?.postMessage("take over");
    };
    registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", tell));
    tell();
}

// Whoever presses anything need not wait for the deal.
const endDeal = () => document.getAnimations().forEach((one) => one.id === "deal" && one.finish());
for (const press of ["pointerdown", "keydown"]) addEventListener(press, endDeal, true);

const drawings = ["cards.svg", "portraits.svg", "pictures.svg"].map(globalThis.loadDrawings);
await Promise.all([init(), ...drawings]);
// Without it everything works as long as there is a network.
(globalThis.requestIdleCallback ?? setTimeout)(() => keepForLater().catch(console.warn));
