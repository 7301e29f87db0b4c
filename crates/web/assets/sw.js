// Keeps the client for the time without a network: one cache for each version of it, and the rulebooks.
// While the house answers, its page is taken; a version that waits takes over when somebody asks for it.
const VERSION = "{version}";
const FILES = ["{files}"];
const GAMES = ["onze", "nain-jaune", "dos", "rummy", "quarante-six"];
const LANGS = ["fr", "en"];
const NAME = `tapis-${VERSION}`;

// One page stands for every screen.
const PAGE = "/";
const rulebook = (path, lang) => `${path}?lang=${lang}`;
const langOf = (request) => (request.headers.get("accept-language") ?? "").startsWith("en") ? "en" : "fr";

async function keepAll() {
    const cache = await caches.open(NAME);
    await cache.addAll([PAGE, ...FILES.filter((file) => file !== "/index.html")]);
    for (const game of GAMES) {
        for (const lang of LANGS) {
            const path = `/api/rules/${game}`;
            const answer = await fetch(path, { headers: { "accept-language": lang } });
            if (answer.ok) await cache.put(rulebook(path, lang), answer);
        }
    }
}

// A page of the version before may still be open: what it loads late stays until the next version.
async function forgetOld() {
    const old = (await caches.keys()).filter((name) => name.startsWith("tapis-") && name !== NAME);
    await Promise.all(old.slice(0, -1).map((name) => caches.delete(name)));
    await clients.claim();
}

const keptAs = (key) => caches.open(NAME).then((cache) => cache.match(key, { ignoreVary: true }));

// The house first: without it, what was kept.
async function fresh(request, key) {
    let answer;
    try {
        answer = await fetch(request);
    } catch (error) {
        answer = Response.error();
    }
    // A proxy answers for a house that is not there.
    const isThere = answer.type !== "error" && answer.status < 500;
    return isThere ? answer : await keptAs(key) ?? answer;
}

addEventListener("install", (event) => event.waitUntil(keepAll()));
addEventListener("activate", (event) => event.waitUntil(forgetOld()));
addEventListener("message", (event) => event.data === "take over" && skipWaiting());
addEventListener("fetch", (event) => {
    const { request } = event;
    const { origin, pathname } = new URL(request.url);
    if (request.method !== "GET" || origin !== location.origin) return;
    if (pathname.startsWith("/api/rules/")) {
        event.respondWith(fresh(request, rulebook(pathname, langOf(request))));
    } else if (pathname.startsWith("/api/")) {
        return;
    } else if (request.mode === "navigate") {
        event.respondWith(fresh(request, PAGE));
    } else if (pathname.startsWith("/assets/")) {
        const kept = caches.match(request, { ignoreVary: true });
        event.respondWith(kept.then((answer) => answer ?? fetch(request)));
    } else {
        event.respondWith(fresh(request, pathname));
    }
});
