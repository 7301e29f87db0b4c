// A picture of a result, to be shared: drawn as SVG from the drawings of the page, made a PNG, shown, and given to
// whatever the device shares things with. Fetched when somebody first wants one. It shows names, portraits, places and
// points; no hand is ever given to it.
import { safe, speaker } from "./say.js";

const [WIDTH, HEIGHT] = [1200, 630];
const SERIF = '"Iowan Old Style", "Palatino Linotype", Palatino, "URW Palladio L", P052, "Noto Serif", "Liberation Serif", Georgia, serif';
const SANS = '"Avenir Next", "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", Arial, sans-serif';
// The cloth of each game, from its light to its edge.
const CLOTHS = {
    onze: ["#5d87a8", "#2b4a64"], "nain-jaune": ["#6c8f52", "#345028"], dos: ["#90558f", "#4b234d"],
    rummy: ["#a87b45", "#5f3d19"], "quarante-six": ["#b56a4c", "#6c3323"],
};

const canvas = document.createElement("canvas");
[canvas.width, canvas.height] = [WIDTH, HEIGHT];
const brush = canvas.getContext("2d");

// The drawings of the page with these names, and all they refer to.
function drawings(names) {
    const found = new Map();
    const add = (name) => {
        const element = found.has(name) ? null : document.getElementById(name);
        if (!element) return;
        const text = new XMLSerializer().serializeToString(element);
        found.set(name, text);
        for (const [, inner] of text.matchAll(/(?:href="#|url\(#)([\w-]+)/g)) add(inner);
    };
    names.forEach(add);
    return [...found.values()].join("");
}

function widthOf(text, { size, font = SANS, weight = 600 }) {
    brush.font = `${weight} ${size}px ${font}`;
    return brush.measureText(text).width;
}

// A line of text no wider than `room`: smaller as long as it can be read, then with its end cut off.
function line(text, { x, y, size, least = size, room, font = SANS, weight = 600, colour = "#1e2530", anchor = "start" }) {
    const isTooWide = () => widthOf(text, { size, font, weight }) > room;
    while (isTooWide() && size > least) size -= 1;
    while (isTooWide() && text.length > 2) text = `${text.slice(0, -2).trimEnd()}…`;
    return `<text x="${x}" y="${y}" font-family='${font}' font-weight="${weight}" font-size="${size}" fill="${colour}" text-anchor="${anchor}">${safe(text)}</text>`;
}

const portrait = (name, x, y, size) => `<use href="#portrait-${name}" x="${x}" y="${y}" width="${size}" height="${size}"/>`;

function winners(all, title) {
    const size = all.length > 2 ? 130 : all.length > 1 ? 180 : 230;
    const step = Math.min(size + 16, 460 / all.length);
    const left = 290 - (step * (all.length - 1) + size) / 2;
    const face = (one, index) => {
        const x = left + step * index;
        return `<circle cx="${x + size / 2}" cy="325" r="${size / 2 + 9}" fill="#f2b134"/>${portrait(one.portrait, x, 325 - size / 2, size)}`;
    };
    const said = line(title, { x: 290, y: 512, size: 52, least: 26, room: 470, font: SERIF, weight: 700, colour: "#fffaf0", anchor: "middle" });
    return all.map(face).join("") + said;
}

function standings(players) {
    const step = Math.min(86, 480 / players.length);
    const top = 315 - step * players.length / 2;
    const face = Math.min(58, step - 12);
    const row = ({ name, portrait: animal, place, rank, score }, index) => {
        const [y, middle] = [top + step * index, top + step * (index + 0.5)];
        const text = { y: middle + 10, size: 29, least: 22, weight: rank === 1 ? 700 : 500 };
        const room = 360 - widthOf(score, { size: text.size, weight: 700 });
        const ground = rank === 1 ? `<rect x="580" y="${y + 3}" width="560" height="${step - 6}" rx="14" fill="#f2b134" fill-opacity=".32"/>` : "";
        return ground + line(place, { ...text, x: 600, room: 62 }) + portrait(animal, 666, middle - face / 2, face)
            + line(name, { ...text, x: 742, room }) + line(score, { ...text, x: 1122, room: 116, anchor: "end", weight: 700 });
    };
    return players.map(row).join("");
}

function draw({ game, gameName, date, players, counted }, title) {
    const [light, edge] = CLOTHS[game];
    const best = players.filter((one) => one.rank === 1);
    const names = [`picture-${game}`, ...players.map((one) => `portrait-${one.portrait}`)];
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
        <defs><radialGradient id="share-cloth" cx="30%" cy="30%" r="95%"><stop stop-color="${light}"/><stop offset="1" stop-color="${edge}"/></radialGradient>${drawings(names)}</defs>
        <rect width="${WIDTH}" height="${HEIGHT}" fill="url(#share-cloth)"/>
        <svg x="24" y="24" width="150" height="109" viewBox="0 0 220 160"><use href="#picture-${game}" width="220" height="160"/></svg>
        ${line(gameName, { x: 192, y: 78, size: 44, least: 28, room: 340, font: SERIF, weight: 700, colour: "#fffaf0" })}
        ${line(date, { x: 192, y: 116, size: 25, least: 18, room: 340, weight: 500, colour: "#fffaf0" })}
        ${winners(best, title)}
        ${line("Tapis", { x: 290, y: 592, size: 32, room: 300, font: SERIF, weight: 700, colour: "#fffaf0", anchor: "middle" })}
        <rect x="560" y="28" width="600" height="574" rx="26" fill="#fffaf0"/>
        ${line(counted, { x: 1122, y: 66, size: 20, room: 200, weight: 600, colour: "#5b6472", anchor: "end" })}
        ${standings(players)}</svg>`;
}

async function png(drawing) {
    const address = URL.createObjectURL(new Blob([drawing], { type: "image/svg+xml" }));
    try {
        const image = new Image();
        await new Promise((resolve, reject) => {
            image.onload = resolve;
            image.onerror = () => reject(new Error("the picture cannot be drawn"));
            image.src = address;
        });
        brush.clearRect(0, 0, WIDTH, HEIGHT);
        brush.drawImage(image, 0, 0, WIDTH, HEIGHT);
        return await new Promise((resolve, reject) => {
            canvas.toBlob((blob) => blob ? resolve(blob) : reject(new Error("the picture cannot be kept")), "image/png");
        });
    } finally {
        URL.revokeObjectURL(address);
    }
}

function show(blob, name, alt, title, { say }) {
    const address = URL.createObjectURL(blob);
    const file = new File([blob], name, { type: "image/png" });
    const dialog = document.createElement("dialog");
    dialog.className = "dialog share";
    dialog.setAttribute("aria-label", say("picture"));
    const canShare = navigator.canShare?.({ files: [file] }) ?? false;
    dialog.innerHTML = `<div class="dialog-inner"><header class="dialog-head"><h2>${safe(say("picture"))}</h2>
        <button type="button" class="close" id="close-share" aria-label="${safe(say("close"))}">×</button></header>
        <img class="share-picture" id="share-picture" width="${WIDTH}" height="${HEIGHT}" src="${address}" alt="${safe(alt)}">
        <div class="share-ways"><a id="download-picture" href="${address}" download="${safe(name)}">${safe(say("download"))}</a>
        ${canShare ? `<button type="button" class="primary" id="share-file">${safe(say("share"))}</button>` : ""}</div></div>`;
    const on = (selector, press) => dialog.querySelector(selector)?.addEventListener("click", press);
    on("#close-share", () => dialog.close());
    // Whoever thinks better of it has lost nothing.
    on("#share-file", () => navigator.share({ files: [file], title }).catch(() => {}));
    dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close());
    dialog.addEventListener("close", () => {
        dialog.remove();
        URL.revokeObjectURL(address);
    });
    document.body.append(dialog);
    dialog.showModal();
}

// `text` is the result as the program writes it. Gives what went wrong, in words; nothing if all is well.
globalThis.shareResult = async (text, lang) => {
    const result = JSON.parse(text);
    const speech = speaker(lang);
    const best = result.players.filter((one) => one.rank === 1).map((one) => one.name);
    const kind = best.length > 2 ? "wins_shared" : best.length > 1 ? "wins_two" : "wins_one";
    const title = speech.say(kind, { names: speech.list(best) });
    const date = result.at === null ? "" : speech.date(result.at);
    const players = result.players.map(({ place, name, score }) => `${place} ${name} ${score}`);
    const what = [result.gameName, date].filter((part) => part !== "").join(", ");
    const alt = speech.say("picture_alt", { title, what, players: speech.list(players) });
    try {
        const day = result.at === null ? "" : `-${new Date(result.at).toISOString().slice(0, 10)}`;
        show(await png(draw({ ...result, date }, title)), `tapis-${result.game}${day}.png`, alt, title, speech);
        return "";
    } catch (error) {
        console.warn(error);
        return speech.say("failed");
    }
};
