import type { RoomController } from '../roomController.ts'

/** One visit to a room, from the ticket until it is left. */
export interface RoomVisit {
	readonly meetingId: string
	readonly controller: RoomController
	/** The topic, where the room was entered before the page was reloaded on another screen. */
	readonly keptTopic?: string
}

/** The visit of this page, and whether a screen shows it. */
export interface ShownVisit {
	visit: RoomVisit | undefined
	isOnScreen: boolean
}

export interface OpenOptions {
	/** The address has a ticket: an ended visit is not shown again. */
	hasTicket: boolean
	/** Continues here instead of in the other window, or after the person has left the page (ROOM-23, ROOM-79). */
	resumes?: boolean
}

export interface RoomVisitsDeps {
	createController(meetingId: string, mayResume: boolean): RoomController
	/** Returns whether the page was opened at this room, or reloaded there; not by going back or forward. */
	isArrival(meetingId: string): boolean
}

export type RoomVisits = ReturnType<typeof createRoomVisits>

/**
 * The visit to a room, at most one, above the screens: it goes on while another screen is shown (ROOM-78). One that is
 * over keeps its reason, so that returning to its address does not enter again (ROOM-79).
 */
export function createRoomVisits({ createController, isArrival }: RoomVisitsDeps) {
	let shown: ShownVisit = { visit: undefined, isOnScreen: false }
	let hasVisited = false
	const started = new Set<RoomVisit>()
	const replaced = new Set<RoomVisit>()
	const listeners = new Set<() => void>()

	function update(change: Partial<ShownVisit>) {
		shown = { ...shown, ...change }
		for (const listener of listeners) listener()
	}

	const statusOf = ({ controller }: RoomVisit) => controller.getView().state.status

	function start(visit: RoomVisit) {
		for (const other of replaced) endVisit(other)
		replaced.clear()
		if (started.has(visit)) return visit.controller.dropTicket()
		started.add(visit)
		visit.controller.start()
	}

	function endVisit(visit: RoomVisit) {
		if (statusOf(visit) === 'joined') visit.controller.leave()
		else if (started.has(visit)) visit.controller.close()
		started.delete(visit)
	}

	return {
		get: () => shown,
		subscribe(listener: () => void) {
			listeners.add(listener)
			return () => void listeners.delete(listener)
		},
		/** Returns whether a person is in a room, shown or not. */
		isOngoing: () => shown.visit !== undefined && statusOf(shown.visit) === 'joined',
		/** Leaves the room a person is in. */
		leave() {
			if (shown.visit && statusOf(shown.visit) === 'joined') endVisit(shown.visit)
		},
		/** The visit that a screen shows: the current one, where it is of this meeting, else a new one that replaces it. */
		open(meetingId: string, { hasTicket, resumes = false }: OpenOptions): RoomVisit {
			const { visit } = shown
			const isOfMeeting = visit?.meetingId === meetingId
			if (visit && isOfMeeting && !resumes && !(hasTicket && statusOf(visit) === 'exited')) return visit
			const created = {
				meetingId,
				controller: createController(meetingId, resumes || (!hasVisited && isArrival(meetingId))),
			}
			hasVisited = true
			if (visit) replaced.add(visit)
			// Listeners are called once the screen shows the visit, not while it renders.
			shown = { ...shown, visit: created }
			return created
		},
		/**
		 * Returns to a room behind its bar, without a screen, after a reload on another screen (ROOM-80).
		 *
		 * @param mayResume false: only offers to return
		 */
		openBehind({ meetingId, topic }: { meetingId: string; topic: string }, mayResume: boolean) {
			if (shown.visit) return
			const visit = { meetingId, controller: createController(meetingId, mayResume), keptTopic: topic }
			hasVisited = true
			started.add(visit)
			update({ visit })
			visit.controller.start()
		},
		/** Dismisses an ended visit. */
		forget(visit: RoomVisit) {
			if (shown.visit === visit && statusOf(visit) === 'exited') update({ visit: undefined })
		},
		/** The room that continues behind its bar, or is just being returned to. */
		getKept(): RoomVisit | undefined {
			const { visit, isOnScreen } = shown
			return visit && !isOnScreen && statusOf(visit) !== 'exited' ? visit : undefined
		},
		/**
		 * A screen shows the visit, which is started by the first. When the function it returns is called, a room that is
		 * entered stays, and one that is not entered yet is given up.
		 */
		show(visit: RoomVisit): () => void {
			// In the next task: in development React mounts twice, and a ticket can be used only once.
			const startTimer = setTimeout(() => start(visit))
			update({ isOnScreen: true })
			return () => {
				clearTimeout(startTimer)
				const isGivenUp = started.has(visit) && (statusOf(visit) === 'joining' || statusOf(visit) === 'waiting')
				if (isGivenUp) endVisit(visit)
				update({ isOnScreen: false, ...(isGivenUp && shown.visit === visit && { visit: undefined }) })
			}
		},
	}
}
