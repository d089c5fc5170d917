//! Imports from Bevy's small crates, so that a server builds no renderer.

pub mod prelude {
    //! Re-exports of these crates' preludes.

    pub use bevy_app::prelude::*;
    pub use bevy_ecs::prelude::*;
    pub use bevy_math::prelude::*;
    pub use bevy_reflect::prelude::*;
    pub use bevy_time::prelude::*;
    pub use bevy_transform::prelude::*;
}
