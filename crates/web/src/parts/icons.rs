//! Small pictures for buttons that are used often; a name stands beside each where there is room.

use leptos::prelude::*;

/// What a picture stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Icon {
    Rules,
    Hint,
    Undo,
    Scores,
    Chat,
    Crown,
    Menu,
    Back,
    Settings,
    FullScreen,
    Leave,
    History,
    Options,
    Guest,
    Download,
    Lock,
    First,
    Next,
    Last,
    Play,
    Pause,
    Review,
}

/// A picture as high as a line of text.
pub(crate) fn icon(icon: Icon) -> impl IntoView {
    let path = match icon {
        Icon::Rules => "M4 4.5C6 3.2 9 3.2 12 5c3-1.8 6-1.8 8-.5V19c-2-1.2-5-1.2-8 .6-3-1.8-6-1.8-8-.6ZM12 5v14.6",
        Icon::Hint => "M9 17.5h6M10 20.5h4M9.2 14.6a5.8 5.8 0 1 1 5.6 0c-.6.5-.8 1-.8 2h-4c0-1-.2-1.5-.8-2Z",
        Icon::Undo => "M9 5 4.5 9.5 9 14M5 9.5h9a5 5 0 0 1 0 10H9",
        Icon::Scores => "M5 4h14v16H5ZM5 9h14M5 14.5h14M10 4v16",
        Icon::Chat => "M4 5h16v11h-9l-4.5 4v-4H4Z",
        Icon::Menu => "M4 7h16M4 12h16M4 17h16",
        Icon::Back => "M14 5l-7 7 7 7",
        Icon::Settings => {
            "M12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6ZM12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.2 2.2M16.2 16.2l2.2 2.2M18.4 5.6l-2.2 2.2M7.8 16.2l-2.2 2.2"
        }
        Icon::FullScreen => "M9 4H4v5M15 4h5v5M9 20H4v-5M15 20h5v-5",
        Icon::Leave => "M4 11 12 4l8 7M6.5 9.5V20h11V9.5M10 20v-5h4v5",
        Icon::History => "M12 4a8 8 0 1 1-7.4 5M4.5 4.5V9H9M12 8v4.3l3 1.8",
        Icon::Options => {
            "M4 8h9M19 8h1M4 16h2M12 16h8M16 5.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5ZM9 13.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5Z"
        }
        Icon::Guest => "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM3 20c0-4 2.5-6 6-6s6 2 6 6M18 8v6M15 11h6",
        Icon::Download => "M12 4v11M7 10.5l5 5 5-5M5 20h14",
        Icon::Lock => "M6 11h12v9H6ZM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
        Icon::First => "M6 5v14M18 5l-8 7 8 7",
        Icon::Next => "M10 5l7 7-7 7",
        Icon::Last => "M18 5v14M6 5l8 7-8 7",
        Icon::Play => "M7 4.5v15l12-7.5Z",
        Icon::Pause => "M8 5v14M16 5v14",
        Icon::Review => "M4 19h16M5 15l4-5 4 3 6-8",
        Icon::Crown => "M4 18V8l4.5 4L12 5l3.5 7L20 8v10Z",
    };
    view! {
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.8"
            stroke-linejoin="round" stroke-linecap="round">
            <path d=path/>
        </svg>
    }
}
