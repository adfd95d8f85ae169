import * as v from 'valibot'

/** What a reload needs: the resume token, and which devices were on. */
const ResumeState = v.object({ token: v.string(), microphone: v.boolean(), camera: v.boolean() })
export type ResumeState = v.InferOutput<typeof ResumeState>

/** Storage of the tab. */
export interface TabStorage {
	read(key: string): string | undefined
	write(key: string, value: string | undefined): void
}

export interface ResumeStore {
	read(): ResumeState | undefined
	write(state: ResumeState): void
	clear(): void
}

export function createResumeStore(meetingId: string, tab: TabStorage): ResumeStore {
	const key = `room.${meetingId}`
	return {
		read() {
			const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), ResumeState), tab.read(key))
			return parsed.success ? parsed.output : undefined
		},
		write: state => tab.write(key, JSON.stringify(state)),
		clear: () => tab.write(key, undefined),
	}
}
