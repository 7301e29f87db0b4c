// The screens of duplicate evenings: what the house has written of them, and what is pressed there. It is loaded when
// somebody first goes to one, and draws nothing itself.
const REFRESH_MS = 15_000;

const go = (path) => {
    history.pushState(null, "", path);
    dispatchEvent(new PopStateEvent("popstate"));
};

// What the house answers; a refusal is thrown with its sentence.
async function ask(path, lang, body) {
    const headers = { "accept-language": lang, "content-type": "application/json" };
    const sent = body && { method: "POST", body: JSON.stringify(body) };
    const answer = await fetch(path, { headers, ...sent });
    if (answer.ok) return body ? answer.json() : answer.text();
    const { error } = await answer.json();
    throw Object.assign(new Error(error.message), { isSaid: true });
}

// A moment where one is, in one's language.
function tellMoments(root, lang) {
    const format = new Intl.DateTimeFormat(lang === "fr" ? "fr-FR" : "en-GB", { dateStyle: "long", timeStyle: "short" });
    for (const time of root.querySelectorAll("time[data-at]")) {
        const moment = new Date(Number(time.dataset.at));
        time.dateTime = moment.toISOString();
        time.textContent = format.format(moment);
    }
}

// Each game may be played by so many; who chose more or fewer plays with the nearest.
function fitSeats(form) {
    const { least, most } = form.elements.game.selectedOptions[0].dataset;
    const seats = form.elements.seats;
    for (const one of seats.options) one.hidden = one.disabled = Number(one.value) < least || Number(one.value) > most;
    if (seats.selectedOptions[0]?.disabled) seats.value = Math.min(Math.max(4, least), most);
}

function settingsOf(form) {
    const { game, seats, level, deals, exchange, hours } = form.elements;
    const settings = { game: game.value, seats: Number(seats.value), level: level.value, deals: Number(deals.value) };
    return { settings: { ...settings, exchange: exchange.checked }, hours: Number(hours.value) };
}

// Shows an evening, or without an id the form that opens one, until the screen is left or shown again.
export async function show(root, evening, lang, unreachable) {
    const shown = Symbol(lang);
    root.shown = shown;
    const isHere = () => root.isConnected && root.shown === shown;
    const path = evening ? `/api/evenings/${evening}` : "/api/evening-form";
    const tell = (error) => {
        const place = root.querySelector("[role=alert]") ?? root;
        place.textContent = error.isSaid ? error.message : unreachable;
    };
    let written = "";
    const draw = async () => {
        const text = await ask(evening ? `${path}/page` : path, lang);
        if (!isHere() || text === written) return;
        written = text;
        // Whoever reads or is about to press something goes on where they are.
        const open = [...root.querySelectorAll("details[open]")].map((one) => one.id);
        const focused = root.contains(document.activeElement) ? document.activeElement.id : "";
        root.innerHTML = text;
        root.lang = lang;
        tellMoments(root, lang);
        for (const id of open) root.querySelector(`#${id}`)?.setAttribute("open", "");
        if (focused) root.querySelector(`#${focused}`)?.focus();
        const form = root.querySelector("form");
        if (form) fitSeats(form);
    };
    let isAsking = false;
    const once = async (act) => {
        if (isAsking) return;
        isAsking = true;
        await act().catch(tell);
        isAsking = false;
    };
    const acts = {
        play: () => once(async () => go(`/table/${(await ask(`${path}/tables`, lang, {})).table}`)),
        copy: async (button) => {
            const field = root.querySelector("#evening-link");
            field.select();
            // Browsers that do not trust the address still copy what is marked.
            if (navigator.clipboard) await navigator.clipboard.writeText(field.value).catch(() => {});
            else document.execCommand("copy");
            button.textContent = button.dataset.done;
        },
    };
    root.onclick = (event) => {
        const button = event.target.closest("[data-evening]");
        if (button) acts[button.dataset.evening](button);
    };
    root.onchange = (event) => event.target.name === "game" && fitSeats(event.target.form);
    root.onsubmit = (event) => {
        event.preventDefault();
        const { settings, hours } = settingsOf(event.target);
        once(async () => go(`/evening/${(await ask("/api/evenings", lang, { settings, hours })).evening}`));
    };
    await draw().catch(tell);
    if (!evening) return;
    // Others play meanwhile.
    const timer = setInterval(() => {
        if (!isHere()) return clearInterval(timer);
        if (!document.hidden) draw().catch(() => {});
    }, REFRESH_MS);
}
