// What scripts say to people: phrases in both languages, numbers, dates, lists; and text made safe for markup.
const phrases = await (await fetch(new URL("phrases/figures.json", import.meta.url))).json();

export const safe = (text) => String(text).replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`);

export function speaker(lang) {
    const [locale, column] = lang === "en" ? ["en-GB", 1] : ["fr-FR", 0];
    // Minus signs as typesetters want them.
    const written = (format) => (number) => format.format(number).replace("-", "−");
    const number = written(new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }));
    const date = new Intl.DateTimeFormat(locale, { dateStyle: "long" });
    const day = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", year: "2-digit" });
    const list = new Intl.ListFormat(locale, { type: "conjunction" });
    const share = new Intl.NumberFormat(locale, { style: "percent" });
    return {
        say: (key, values = {}) => phrases[key][column].replace(/\{(\w+)\}/g, (_, name) => values[name]),
        number,
        signed: (value) => (value > 0 ? "+" : "") + number(value),
        share: (part) => share.format(part),
        date: (millis) => date.format(millis),
        day: (millis) => day.format(millis),
        list: (names) => list.format(names),
        // How long something took: hours and minutes, or minutes and seconds.
        time(millis) {
            const seconds = Math.round(millis / 1_000);
            const [hours, minutes, rest] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
            if (hours > 0) return `${hours}\u00a0h\u00a0${String(minutes).padStart(2, "0")}`;
            return minutes > 0 ? `${minutes}\u00a0min\u00a0${String(rest).padStart(2, "0")}` : `${rest}\u00a0s`;
        },
        place: (place) => lang === "en" ? `${place}${["st", "nd", "rd"][place - 1] ?? "th"}` : place === 1 ? "1er" : `${place}e`,
    };
}
