//! QuaranteSix: not drawn yet.

use engine::games::quarante_six::{Public, QuaranteSix};
use engine::{Seat, View};
use leptos::prelude::*;
use words::Lang;

use super::Drawn;
use crate::desk::Place;
use crate::parts::prompt::Prompt;
use crate::parts::seats::Facts;

impl Drawn for QuaranteSix {
    fn draw(place: Place, view: Memo<View<Self>>) -> AnyView {
        view! { <Prompt place=place view=view/> }.into_any()
    }

    fn facts(_public: &Public, _seat: Seat, _lang: Lang) -> Facts {
        Facts::default()
    }
}
