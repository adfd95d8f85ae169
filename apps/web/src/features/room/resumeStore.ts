import { CloseReason, EnterRefusal } from '@parley/room'
import * as v from 'valibot'
import type { ExitReason } from './roomState.ts'

/** Data a reload needs: the resume token, and the devices that were on. */
const ResumeState = v.object({ token: v.string(), microphone: v.boolean(), camera: v.boolean() })
export type ResumeState = v.InferOutput<typeof ResumeState>

/** Set instead of the token after leaving: the reason. */
const ExitState = v.object({
	exit: v.union([
		EnterRefusal,
		CloseReason,
		v.picklist(['left', 'ended-by-you', 'no-ticket', 'not-resumed', 'unknown', 'insecure', 'unsupported']),
	]),
})

/** Storage of the tab. */
export interface TabStorage {
	read(key: string): string | undefined
	write(key: string, value: string | undefined): void
}

export interface ResumeStore {
	read(): ResumeState | undefined
	write(state: ResumeState): void
	/** Forgets the token, and remembers why the person is out: a reload shows the same (ROOM-71). */
	exit(reason: ExitReason): void
	/** The reason why the person was out before the reload. */
	readExit(): ExitReason | undefined
}

export function createResumeStore(meetingId: string, tab: TabStorage): ResumeStore {
	const key = `room.${meetingId}`
	return {
		read() {
			const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), ResumeState), tab.read(key))
			return parsed.success ? parsed.output : undefined
		},
		write: state => tab.write(key, JSON.stringify(state)),
		exit: reason => tab.write(key, JSON.stringify({ exit: reason })),
		readExit() {
			const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), ExitState), tab.read(key))
			return parsed.success ? parsed.output.exit : undefined
		},
	}
}
