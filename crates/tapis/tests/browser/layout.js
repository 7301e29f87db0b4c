// What is wrong with how a table lies in its window, as a list of sentences.
//
// The first two arguments are the width and the height of the window in CSS pixels; `touch` says whether fingers point.

const GRID = 4;
const FINGER = 40;
const [WIDTH, HEIGHT] = [arguments[0], arguments[1]];
const all = (selector) => Array.from(document.querySelectorAll(selector)).filter(isSeen);
const named = (element) => {
    const { piece, spot, seat } = element.dataset;
    const mark = element.id ? `#${element.id}`
        : piece !== undefined ? `piece ${piece}`
        : spot !== undefined ? `spot ${spot}`
        : seat !== undefined ? `seat ${seat}`
        : `${element.tagName.toLowerCase()}${Array.from(element.classList, (one) => `.${one}`).join("")}`;
    const words = plain(element.getAttribute("aria-label") ?? element.textContent ?? "").slice(0, 24);
    return words && !element.id && spot === undefined && piece === undefined ? `${mark} “${words}”` : mark;
};
const rounded = (number) => Math.round(number);
const box = (element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return `${rounded(left)},${rounded(top)} to ${rounded(right)},${rounded(bottom)}`;
};

// Whether a press at a point reaches the element.
function reaches(element, x, y) {
    const hit = document.elementFromPoint(x, y);
    return hit !== null && (hit === element || element.contains(hit));
}

// The points of a grid over the element where it can be seen and pressed.
function freePoints(element, grid) {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const columns = [], rows = [];
    for (let x = left + grid / 2; x < right; x += grid) columns.push(x);
    for (let y = top + grid / 2; y < bottom; y += grid) rows.push(y);
    return { columns, rows, free: rows.map((y) => columns.map((x) => reaches(element, x, y))) };
}

// The widest part of the element that is free over at least so much height, in pixels.
function freeWidth(element, height) {
    const { columns, free } = freePoints(element, GRID);
    const needed = Math.floor(height / GRID) - 1;
    // How many free points lie under each other, at most, in a column.
    const isTall = columns.map((_, column) => {
        let run = 0, longest = 0;
        for (const row of free) {
            run = row[column] ? run + 1 : 0;
            longest = Math.max(longest, run);
        }
        return longest >= needed;
    });
    let run = 0, widest = 0;
    for (const isFree of isTall) {
        run = isFree ? run + 1 : 0;
        widest = Math.max(widest, run);
    }
    return Math.min(widest * GRID, element.getBoundingClientRect().width);
}

function isOutside(element) {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return left < -1 || top < -1 || right > WIDTH + 1 || bottom > HEIGHT + 1;
}

// How much of an element can be reached, of 1.
function freeShare(element) {
    const { width, height } = element.getBoundingClientRect();
    const { free } = freePoints(element, Math.max(GRID, Math.max(width, height) / 50));
    const points = free.flat();
    return points.filter(Boolean).length / Math.max(points.length, 1);
}

function pageFaults() {
    const { scrollWidth, scrollHeight } = document.scrollingElement;
    const isScrolled = scrollWidth > WIDTH + 1 || scrollHeight > HEIGHT + 1;
    return isScrolled ? [`the page scrolls: it is ${scrollWidth} × ${scrollHeight}`] : [];
}

// What a playable piece must show: 40 px, or its share of the hand where so many are playable that not all can. Standing
// windows have room for two rows.
function playableWidth(pieces) {
    const rows = HEIGHT > WIDTH ? 2 : 1;
    const playable = pieces.filter((piece) => !piece.classList.contains("dim")).length;
    const room = document.querySelector("[data-hand]").getBoundingClientRect().width * rows;
    const share = (room - (pieces.length - playable) * 20) / Math.max(playable, 1) - GRID;
    return Math.max(20, Math.min(40, share));
}

// One sentence for many things of which the same is to be said, with the first of them.
function grouped(sentence, things) {
    if (things.length === 0) return [];
    const more = things.length > 4 ? `, and ${things.length - 4} more` : "";
    return [`${sentence}: ${things.slice(0, 4).join(", ")}${more}`];
}

function handFaults() {
    const pieces = all("[data-hand] [data-piece]");
    if (pieces.length === 0) return ["there is no hand"];
    const playable = playableWidth(pieces);
    const isPlayable = (piece) => !piece.classList.contains("dim");
    const [outside, inside] = [pieces.filter(isOutside), pieces.filter((piece) => !isOutside(piece))];
    const narrow = (wanted, some) => some.flatMap((piece) => {
        const width = freeWidth(piece, 40);
        // The grid is coarse: a point at either edge may be missed.
        return width < wanted - GRID ? [`${named(piece)} (${rounded(width)} px)`] : [];
    });
    const told = (kind, wanted) => `of ${kind} pieces less than ${rounded(wanted)} px of their width can be pressed`;
    return [
        ...grouped("pieces of the hand are outside of the window", outside.map((one) => `${named(one)} (${box(one)})`)),
        ...grouped(told("playable", playable), narrow(playable, inside.filter(isPlayable))),
        ...grouped(told("other", 20), narrow(20, inside.filter((piece) => !isPlayable(piece)))),
    ];
}

function partFaults(selector, what, share) {
    const parts = all(selector);
    if (parts.length === 0) return [`there is no ${what}`];
    const [outside, inside] = [parts.filter(isOutside), parts.filter((part) => !isOutside(part))];
    const covered = inside.map((part) => [part, freeShare(part)]).filter(([, free]) => free < share);
    return [
        ...grouped(`outside of the window, ${what}`, outside.map((one) => `${named(one)} (${box(one)})`)),
        ...grouped(`covered, ${what}`, covered.map(([one, free]) => `${named(one)} (${rounded(free * 100)} % is free)`)),
    ];
}

// Whether a finger has room on an element: a square of it that nothing covers.
function hasRoom(element) {
    const { rows, columns, free } = freePoints(element, GRID);
    // The grid is coarse: a point at either edge may be missed.
    const side = FINGER / GRID - 1;
    // For each point, how large the free square is that ends there.
    const ends = free.map((row) => row.map(() => 0));
    for (let y = 0; y < rows.length; y += 1) {
        for (let x = 0; x < columns.length; x += 1) {
            if (!free[y][x]) continue;
            ends[y][x] = 1 + (x && y ? Math.min(ends[y - 1][x], ends[y][x - 1], ends[y - 1][x - 1]) : 0);
            if (ends[y][x] >= side) return true;
        }
    }
    return false;
}

// Everything that can be pressed is large enough for a finger. Pieces have their own measure in a hand, and share the
// board where they lie on it. A lit spot has room that no other takes from it, and so has every place of a board that
// has grown. A spot may be smaller where the lifted card has no other, as a second tap on the card lays it, and where
// it is part of a larger spot.
function pressFaults() {
    const dialog = document.querySelector("dialog[open]");
    const pressable = "button, a[href], select, summary, input:not([type=hidden]), [role=button], .lit[data-spot]";
    const spots = all(".lit[data-spot]");
    const isGrown = document.querySelector("[data-grown]") !== null;
    const isExempt = (element) => {
        if (element.disabled || element.matches("[data-piece]")) return true;
        // Where nothing can be put, a spot only says why.
        if (element.matches("[data-spot]:not(.lit)") && !isGrown) return true;
        // What only a screen reader meets is a pixel wide.
        if (element.getBoundingClientRect().width <= 1) return true;
        return element.matches(".lit[data-spot]")
            && (spots.length === 1 || element.parentElement.closest(".lit[data-spot]") !== null);
    };
    const seen = all(pressable).filter((element) => (!dialog || dialog.contains(element)) && !isExempt(element));
    const isSmall = ({ width, height }) => width < FINGER - 0.5 || height < FINGER - 0.5;
    const small = seen.flatMap((element) => {
        const { width, height } = pressed(element);
        return isSmall({ width, height }) ? [`${named(element)} (${rounded(width)} × ${rounded(height)} px)`] : [];
    });
    const crossed = seen.filter((element) => element.matches(".lit[data-spot]") && !hasRoom(element)).map(named);
    return [...grouped("too small to be pressed", small), ...grouped("lit spots without room for a finger", crossed)];
}

// A card with several places is lifted: they have room for a finger, and where the board has grown for them there is a
// way back.
function liftedFaults() {
    const isGrown = document.querySelector("[data-grown]") !== null;
    const spots = all("[data-grown] [data-spot]").filter(isOutside).map((one) => `${named(one)} (${box(one)})`);
    return [
        ...pageFaults(), ...pressFaults(), ...grouped("outside of the window", spots),
        ...(isGrown ? [...partFaults("#put-back", "way back", 0.8), ...partFaults("#prompt", "sentence", 0.8)] : []),
    ];
}

// The box a finger can press: the element's own, or that of the label around it, or of what it draws beyond itself.
function pressed(element) {
    const own = element.getBoundingClientRect();
    const label = element.matches("input") ? element.closest("label") ?? element.labels?.[0] : null;
    const boxes = [own, ...(label ? [label.getBoundingClientRect()] : [])];
    const after = ["::before", "::after"].map((part) => getComputedStyle(element, part)).filter((style) =>
        style.content !== "none" && style.position === "absolute" && style.pointerEvents !== "none");
    const grown = after.map((style) => ({ width: parseFloat(style.width) || 0, height: parseFloat(style.height) || 0 }));
    const largest = (side) => Math.max(...boxes.map((one) => one[side]), ...grown.map((one) => one[side]));
    return { width: largest("width"), height: largest("height") };
}

function layoutFaults(touch) {
    return [
        ...pageFaults(), ...handFaults(), ...partFaults(".actions button", "button", 0.7),
        ...partFaults("main.table [data-seat]", "seat", 0.6), ...partFaults("main.table .board", "board", 0.6),
        ...(touch ? pressFaults() : []),
    ];
}

// In a window that was zoomed to twice its size, hand and actions are in sight; the rest may be scrolled to.
function zoomedFaults() {
    const wanted = [...all("[data-hand] [data-piece]"), ...all(".actions button")];
    const outside = wanted.filter(isOutside).map((element) => `${named(element)} (${box(element)})`);
    const { scrollWidth } = document.scrollingElement;
    const scrolled = scrollWidth > WIDTH + 1 ? [`the page scrolls sideways: it is ${scrollWidth} px wide`] : [];
    return [...scrolled, ...grouped("outside of the window", outside)];
}
