import { CloseReason, EnterRefusal } from '@parley/room'
import * as v from 'valibot'

/** Data a reload needs: the resume token, the devices that were on, and what the call has used. */
const ResumeState = v.object({
	token: v.string(),
	microphone: v.boolean(),
	camera: v.boolean(),
	/** Bytes received and sent so far; missing before they were first counted. */
	bytes: v.optional(v.number()),
})
export type ResumeState = v.InferOutput<typeof ResumeState>

/** Stored instead of the token after leaving: the contents of the screen then. */
const PastExit = v.object({
	reason: v.union([
		EnterRefusal,
		CloseReason,
		v.picklist(['left', 'ended-by-you', 'no-ticket', 'not-resumed', 'unknown', 'insecure', 'unsupported']),
	]),
	/** How long the meeting had lasted; missing for people who were not in it. */
	lastedMs: v.optional(v.number()),
	/** The meeting into which a host did not let the person, and when they may ask again. */
	denial: v.optional(
		v.object({ topic: v.string(), hostName: v.string(), message: v.string(), askAgainAt: v.number() }),
	),
	/** Proves the visit, which can be rated; it admits nobody. */
	visitToken: v.optional(v.string()),
	/** The name and the devices of a person who was in the room, for joining again (ROOM-198). */
	visit: v.optional(v.object({ name: v.string(), microphone: v.boolean(), camera: v.boolean() })),
})
export type PastExit = v.InferOutput<typeof PastExit>

/** Storage of the tab. */
export interface TabStorage {
	read(key: string): string | undefined
	write(key: string, value: string | undefined): void
}

export interface ResumeStore {
	read(): ResumeState | undefined
	write(state: ResumeState): void
	/** Forgets the resume token, and remembers why the person is out: after a reload the screen shows the same (ROOM-71). */
	exit(exit: PastExit): void
	/** Returns what the screen showed before the reload. */
	readExit(): PastExit | undefined
}

export function createResumeStore(meetingId: string, tab: TabStorage): ResumeStore {
	const key = `room.${meetingId}`
	return {
		read() {
			const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), ResumeState), tab.read(key))
			return parsed.success ? parsed.output : undefined
		},
		write: state => tab.write(key, JSON.stringify(state)),
		exit: exit => tab.write(key, JSON.stringify(exit)),
		readExit() {
			const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), PastExit), tab.read(key))
			return parsed.success ? parsed.output : undefined
		},
	}
}
