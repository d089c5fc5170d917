//! Jams as numbers. A search is not written: it is made again, as far as it had come.

use super::{NotACrowd, StateReader, StateWriter};
use crate::agents::{Agent, STAY};
use crate::crowd::Crowd;
use crate::ground::Ground;
use crate::plan::{
    Aim, Course, EXTENTS, GONE, Jam, LIMITS, MAX_JAMS, Member, PlanProgress, VISITED, Window,
};

/// A member, its exits, and whether the plan still moves it.
type SavedMember = (Member, Vec<(u16, u32)>, bool);

impl StateWriter {
    pub(super) fn jam(&mut self, number: usize, jam: Option<&Jam>, agents: &[Agent]) {
        let Some(jam) = jam else {
            return self.0.push(0);
        };
        let window = &jam.window;
        self.0.extend([
            1,
            jam.seed.into(),
            jam.level.into(),
            jam.luck,
            window.is_even.into(),
            window.is_closed.into(),
        ]);
        self.ids(&window.places);
        self.list(&window.members, |to, member| {
            let (aim, cell) = match member.aim {
                Aim::Cell(cell) => (0, cell),
                Aim::Visit(cell) => (1, cell),
                Aim::Leave => (2, 0),
                Aim::Anywhere => (3, 0),
            };
            let is_inside = usize::from(agents[member.agent as usize].jam) == number;
            to.0.extend([
                member.agent.into(),
                member.start.into(),
                aim,
                cell.into(),
                is_inside.into(),
            ]);
            to.list(window.exits(member), |to, (cell, cost)| {
                to.0.extend([u64::from(*cell), u64::from(*cost)]);
            });
        });
        match jam.course {
            Course::Searching => self.0.extend([0, jam.search.rounds]),
            Course::Following { at, since } => {
                self.0.extend([1, at as u64, since]);
                self.list(&jam.plan, |to, value| to.0.push(u64::from(*value)));
            }
        }
    }
}

impl StateReader<'_> {
    /// A number below a limit of at most 2¹⁶.
    fn short(&mut self, limit: usize) -> Result<u16, NotACrowd> {
        let number = self.expect(|number| number < limit as u64)?;
        u16::try_from(number).or_else(|_| self.wrong())
    }

    /// A member, its exits, and whether the plan still moves it.
    fn member(&mut self, cells: usize, agents: &[Agent]) -> Result<SavedMember, NotACrowd> {
        let agent = self.id()?;
        if !agents
            .get(agent as usize)
            .is_some_and(|agent| agent.is_alive && agent.size == 1)
        {
            return self.wrong();
        }
        let start = self.short(cells)?;
        let (aim, cell) = (self.small(4)?, self.short(cells)?);
        let aim = [Aim::Cell(cell), Aim::Visit(cell), Aim::Leave, Aim::Anywhere][usize::from(aim)];
        let is_inside = self.flag()?;
        let exits = self.list(|from| Ok((from.short(cells)?, from.id()?)))?;
        let member = Member {
            agent,
            kind: agents[agent as usize].kind,
            start,
            aim,
            exits: 0..0,
        };
        Ok((member, exits, is_inside))
    }

    fn jam(&mut self, crowd: &mut Crowd, number: u16) -> Result<Option<Jam>, NotACrowd> {
        if !self.flag()? {
            return Ok(None);
        }
        let seed = self.expect(|seed| seed < crowd.agents.len() as u64)?;
        let seed = u32::try_from(seed).or_else(|_| self.wrong())?;
        let (level, luck) = (self.small(EXTENTS.len() as u64)?, self.number()?);
        let (is_even, is_closed) = (self.flag()?, self.flag()?);
        let (max_members, max_cells) = EXTENTS[EXTENTS.len() - 1];
        let places = self.places(&crowd.layout)?;
        let members = self.list(|from| from.member(places.len(), &crowd.agents))?;
        let is_distinct = places
            .iter()
            .collect::<std::collections::BTreeSet<_>>()
            .len()
            == places.len();
        let is_legal = is_distinct
            && (1..=max_cells).contains(&places.len())
            && (1..=max_members).contains(&members.len());
        if !is_legal || members[0].0.agent != seed {
            return self.wrong();
        }
        for (member, _, is_inside) in &members {
            let agent = &mut crowd.agents[member.agent as usize];
            if agent.is_in_jam() {
                return self.wrong();
            }
            if *is_inside {
                (agent.jam, agent.guided) = (number, STAY);
            }
        }
        let kinds = members.iter().map(|(member, ..)| member.kind);
        let mut window = Window::of(places, &crowd.grounds, kinds);
        (window.is_even, window.is_closed) = (is_even, is_closed);
        for (mut member, exits, _) in members {
            member.exits = window.add_exits(&exits);
            window.members.push(member);
        }
        let mut jam = Jam {
            window,
            ..Jam::default()
        };
        jam.begin(seed, level, luck);
        if self.flag()? {
            self.plan(&mut jam, crowd.now)?;
        } else {
            self.search(&mut jam, &crowd.grounds)?;
        }
        Ok(Some(jam))
    }

    fn plan(&mut self, jam: &mut Jam, now: u64) -> Result<(), NotACrowd> {
        let (at, since) = (self.number()?, self.expect(|since| since <= now)?);
        let cells = jam.window.places.len();
        let plan = self.list(|from| {
            let value = from.short(1 << 16)?;
            let is_cell = value == GONE || usize::from(value & !VISITED) < cells;
            if is_cell { Ok(value) } else { from.wrong() }
        })?;
        let count = jam.window.members.len();
        let at = usize::try_from(at).or_else(|_| self.wrong())?;
        if plan.len() % count != 0 || at >= plan.len() / count {
            return self.wrong();
        }
        (jam.plan, jam.course) = (plan, Course::Following { at, since });
        Ok(())
    }

    /// Makes a search again up to the round in which it was saved.
    fn search(&mut self, jam: &mut Jam, grounds: &[Ground]) -> Result<(), NotACrowd> {
        let rounds = self.number()?;
        while jam.search.rounds < rounds {
            let found = jam.search.advance(&mut jam.window, grounds);
            if found != PlanProgress::Nothing || jam.search.work >= LIMITS[usize::from(jam.level)] {
                return self.wrong();
            }
        }
        Ok(())
    }

    /// Jams of a saved crowd whose agents and grounds are read.
    pub(super) fn jams(&mut self, crowd: &mut Crowd) -> Result<(), NotACrowd> {
        let count = self.short(MAX_JAMS + 1)?;
        for number in 0..count {
            let jam = self.jam(crowd, number)?;
            crowd.jams.push(jam);
        }
        Ok(())
    }
}
