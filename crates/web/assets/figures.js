// The figures of a player at a game: what they come to in short, plots with a table beside each, the best moments.
// Fetched when somebody first looks at such a page; gives markup, which the program puts into the page.
import { safe, speaker } from "./say.js";

// So many of the newest points of a curve stand in its table.
const IN_TABLE = 50;

function tile(name, value, more) {
    return `<div class="figures-tile"><dt>${safe(name)}</dt><dd>${safe(value)}${more ? `<small>${safe(more)}</small>` : ""}</dd></div>`;
}

function tiles(figures, { say, number, signed, share }) {
    const { matches, places, streak, over_bots: bots, forfeits, ratings } = figures;
    const wins = places[0] ?? 0;
    const all = [
        tile(say("matches"), number(matches)),
        tile(say("wins"), number(wins), say("wins_share", { share: share(wins / matches) })),
        tile(say("streak"), number(streak.best), say("streak_now", { now: number(streak.current) })),
    ];
    if (bots) {
        const known = bots.error === undefined ? say("over_bots_once") : say("over_bots_error", { error: number(bots.error) });
        all.push(tile(say("over_bots"), signed(bots.mean), known));
    }
    if (ratings.length > 0) {
        const best = Math.max(...ratings.map((one) => one.rating));
        all.push(tile(say("rating"), number(ratings.at(-1).rating), say("rating_best", { best: number(best) })));
    }
    if (forfeits > 0) all.push(tile(say("forfeits"), number(forfeits)));
    return `<dl class="figures-tiles">${all.join("")}</dl>`;
}

// How often each place was reached: a table that is a plot.
function places(figures, { say, number, place }) {
    const most = Math.max(...figures.places, 1);
    const line = (count, index) => `<tr><th scope="row">${safe(place(index + 1))}</th><td class="figures-bar">
        <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect width="${100 * count / most}" height="10"/></svg></td>
        <td>${number(count)}</td></tr>`;
    return figures.places.length === 0 ? "" : `<section class="figures-card"><h2>${safe(say("places"))}</h2>
        <table class="figures-places" id="figures-places"><thead class="unseen"><tr><th scope="col">${safe(say("place"))}</th><td></td>
        <th scope="col">${safe(say("matches"))}</th></tr></thead><tbody>${figures.places.map(line).join("")}</tbody></table></section>`;
}

// A curve over matches, oldest first. It has no width of its own: the page stretches it, and only its lines and dots
// keep their thickness; what is written beside it is text of the page.
function curve({ id, title, said, help, head, points, mean, write }, { say, number, day, date }) {
    const values = points.map((one) => one.value);
    const band = mean ? [mean.mean - (mean.error ?? 0), mean.mean + (mean.error ?? 0)] : [];
    const [low, high] = [Math.min(0, ...values, ...band), Math.max(1, ...values, ...band)];
    const x = (index) => 2 + 96 * index / (points.length - 1);
    const y = (value) => 96 - 92 * (value - low) / (high - low);
    const at = (one, index) => `${x(index).toFixed(2)} ${y(one.value).toFixed(2)}`;
    const line = (from, kind) => `<path class="${kind}" d="M0 ${y(from).toFixed(2)}H100"/>`;
    const known = mean?.error ? `<rect class="plot-band" y="${y(band[1]).toFixed(2)}" width="100" height="${(y(band[0]) - y(band[1])).toFixed(2)}"/>` : "";
    // Many dots would be a smear.
    const dots = points.length > 60 ? "" : `<path class="plot-dots" d="${points.map((one, index) => `M${at(one, index)}h0`).join("")}"/>`;
    const rows = points.slice(-IN_TABLE).reverse().map((one) => `<tr><td>${safe(date(one.at))}</td><td>${safe(write(one.value))}</td></tr>`);
    return `<section class="figures-card"><h2>${safe(title)}</h2>${help ? `<p class="figures-help">${safe(help)}</p>` : ""}
        <div class="plot" id="${id}"><span class="plot-high">${number(high)}</span><span class="plot-low">${number(low)}</span>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-label="${safe(said)}">${known}${line(0, "plot-zero")}${
        mean ? line(mean.mean, "plot-mean") : ""}<path class="plot-line" d="M${points.map(at).join("L")}"/>${dots}</svg>
        <span class="plot-from">${safe(day(points[0].at))}</span><span class="plot-to">${safe(day(points.at(-1).at))}</span></div>
        <details class="figures-table"><summary>${safe(say("as_table"))}</summary><table><thead><tr><th scope="col">${safe(say("ended"))}</th>
        <th scope="col">${safe(head)}</th></tr></thead><tbody>${rows.join("")}</tbody></table></details></section>`;
}

function leads(figures, speech) {
    const { say, number, signed } = speech;
    const points = figures.leads.map(({ at, lead }) => ({ at, value: lead }));
    // One point is no curve, and stands in its tile.
    if (points.length < 2) return "";
    const values = points.map((one) => one.value);
    const said = say("leads_said", {
        from: signed(Math.min(...values)), to: signed(Math.max(...values)), count: number(points.length),
        last: signed(values.at(-1)), mean: signed(figures.over_bots.mean),
    });
    const shown = { id: "figures-leads", title: say("leads"), said, help: say("leads_help"), head: say("lead"), write: signed };
    return curve({ ...shown, points, mean: figures.over_bots }, speech);
}

function ratings(figures, speech) {
    const { say, number } = speech;
    const points = figures.ratings.map(({ at, rating }) => ({ at, value: rating }));
    if (points.length === 0) return `<p class="figures-note">${safe(say("no_ratings"))}</p>`;
    if (points.length < 2) return "";
    const values = points.map((one) => one.value);
    const said = say("ratings_said", {
        from: number(Math.min(...values)), to: number(Math.max(...values)), count: number(points.length), last: number(values.at(-1)),
    });
    return curve({ id: "figures-ratings", title: say("ratings"), said, head: say("rating"), points, write: number }, speech);
}

function moments(figures, { say, number, time, date }) {
    const kinds = [
        ["score", "best_score", number], ["fastest", "best_fastest", time],
        ["lead", "best_lead", (value) => say("points_ahead", { points: number(value) })],
    ];
    const known = kinds.filter(([kind]) => figures.best[kind]);
    const line = ([kind, name, write]) => {
        const { table, ended, value } = figures.best[kind];
        const again = table === undefined ? "" : `<a href="/table/${encodeURIComponent(table)}/replay" data-table="${safe(table)}"
            aria-label="${safe(say("again_said", { date: date(ended) }))}">${safe(say("again"))}</a>`;
        return `<li data-moment="${kind}"><strong>${safe(write(value))}</strong><span>${safe(say(name))}<small>${safe(date(ended))}</small></span>${again}</li>`;
    };
    return known.length === 0 ? "" : `<section class="figures-card"><h2>${safe(say("best"))}</h2><ul class="figures-moments">${known.map(line).join("")}</ul></section>`;
}

// `text` is what the house answered; `whose` is "own" where the reader is the player.
globalThis.figuresPage = (text, gameName, whose, lang) => {
    const { player, figures } = JSON.parse(text);
    const speech = speaker(lang);
    if (figures.matches === 0) {
        const said = speech.say(whose === "own" ? "nothing_own" : "nothing", { name: player.name, game: gameName });
        const play = whose === "own" ? `<a class="figures-play" href="/" data-home="">${safe(speech.say("play"))}</a>` : "";
        return `<div class="figures-nothing" id="figures-nothing"><p>${safe(said)}</p>${play}</div>`;
    }
    const parts = [tiles, places, moments, leads, ratings];
    return parts.map((part) => part(figures, speech)).join("");
};
