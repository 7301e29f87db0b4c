// Finding things on a page as people do: what cannot be seen is not there.

function plain(text) {
    return text.replace(/\s+/g, " ").trim();
}

function isSeen(element) {
    const box = element.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && element.checkVisibility({ visibilityProperty: true });
}

// The innermost element with a text in it. What is not drawn has a text all the same, so it is passed over.
function withText(element, text) {
    const isDrawn = (child) => child.getClientRects().length > 0 || getComputedStyle(child).display === "contents";
    const hasText = (child) => isDrawn(child) && plain(child.innerText ?? "").includes(text);
    const inner = Array.from(element.children).find(hasText);
    return inner ? withText(inner, text) : element;
}

function find(kind, value) {
    if (!document.body) return null;
    if (kind === "css") return Array.from(document.querySelectorAll(value)).find(isSeen) ?? null;
    const text = plain(value);
    if (plain(document.body.innerText).includes(text)) return withText(document.body, text);
    const isLabelled = (element) => plain(element.getAttribute("aria-label")).includes(text);
    return Array.from(document.querySelectorAll("[aria-label]")).find((e) => isLabelled(e) && isSeen(e)) ?? null;
}

// Whether something is under way to where it will lie.
function isMoving(element) {
    const isPart = (target) => target && (target.contains(element) || element.contains(target));
    const ends = (effect) => effect.getComputedTiming().endTime !== Infinity;
    return document.getAnimations().some(({ playState, effect }) =>
        playState === "running" && isPart(effect.target) && ends(effect));
}

// Where to touch something, and what lies over it if it cannot be touched. Cards lie over each other in a hand, so
// other points are tried when the middle is covered.
function place(kind, value) {
    const element = find(kind, value);
    if (!element || isMoving(element)) return null;
    element.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    const box = element.getBoundingClientRect();
    const at = (across, down) => ({ x: box.x + box.width * across, y: box.y + box.height * down });
    const parts = [0.5, 0.25, 0.75, 0.1, 0.9];
    const hit = ({ x, y }) => document.elementFromPoint(x, y);
    const isFree = (point) => {
        const found = hit(point);
        return found && (element.contains(found) || (found !== document.body && found.contains(element)));
    };
    const points = parts.flatMap((down) => parts.map((across) => at(across, down)));
    const free = points.find(isFree);
    const above = free ? null : (hit(points[0])?.cloneNode(false).outerHTML ?? "the edge of the screen");
    return { ...(free ?? points[0]), above };
}

// Waits until the next frame but one: what a change brings about is drawn in the first, and measured for the second.
function twoFrames() {
    return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}

// The place of something that was at the same place two frames ago; null if it is not there.
async function stillPlace(kind, value) {
    const before = place(kind, value);
    if (!before) return null;
    await twoFrames();
    const now = place(kind, value);
    return now && { ...now, isStill: now.x === before.x && now.y === before.y };
}

// Whether the page has drawn what it knows and nothing on it is under way, or null; what moves for ever may.
async function isStill() {
    await twoFrames();
    const ends = ({ effect }) => effect.getComputedTiming().endTime !== Infinity;
    return !document.getAnimations().some((one) => one.playState === "running" && ends(one)) || null;
}
