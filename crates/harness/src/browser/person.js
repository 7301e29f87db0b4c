// What a person sees of a table: what can be lifted, where it can go, what can be pressed.

function tableSeen() {
    const all = (selector) => Array.from(document.querySelectorAll(selector)).filter(isSeen);
    const named = (selector, name) => all(selector).map((element) => element.getAttribute(name));
    const sheet = document.querySelector("dialog.sheet[open]");
    // The title of the page says so too; while a step waits for its answer, both may change yet.
    const isOwnTurn = document.querySelector(".seat.own.turn") !== null && document.title.startsWith("●");
    // Where a play can be shown, it can be as soon as the table is one's own to rearrange.
    const isBusy = document.querySelector("main.table[aria-busy=true], #show-play[disabled]") !== null;
    const buttons = all("main.table button[id]:not([disabled])");
    return {
        isTurn: isOwnTurn && !isBusy && sheet === null,
        sheet: sheet === null ? "none" : sheet.querySelector("#back-home") ? "final" : "between",
        pieces: named("[data-hand] [data-piece]:not(.dim)", "data-piece"),
        lifted: named("[data-hand] [data-piece].lifted", "data-piece"),
        spots: named(".lit[data-spot]", "data-spot"),
        buttons: buttons.map(({ id }) => id),
        told: told(),
    };
}

// The number of the last thing that happened at the table; what is only lifted changes nothing.
function told() {
    return document.querySelector("main.table")?.dataset.seq ?? "";
}

// How far the focus is from something, and where it is.
function focusSeen(kind, value) {
    const active = document.activeElement;
    const target = find(kind, value);
    if (!target) return null;
    const centre = (element) => {
        const box = element.getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const [from, to] = [centre(active), centre(target)];
    // Cards lie over each other, so that the drawing is marked rather than the part of it that can be pressed.
    const isMarked = (element) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(element);
        return outlineStyle !== "none" && parseFloat(outlineWidth) > 0;
    };
    return {
        isThere: active === target,
        isNowhere: active === document.body,
        isMarked: [active, ...active.children].some(isMarked),
        name: active.dataset.piece ?? active.dataset.spot ?? active.id,
        right: to[0] - from[0],
        down: to[1] - from[1],
    };
}
