import * as v from 'valibot'

/** What a reload needs: who we are in there, and what was switched on. */
const Keepsake = v.object({ token: v.string(), microphone: v.boolean(), camera: v.boolean() })
export type Keepsake = v.InferOutput<typeof Keepsake>

/** Text kept for as long as the tab lives. */
export interface TabText {
	read(key: string): string | undefined
	write(key: string, value: string | undefined): void
}

export interface KeepsakeBox {
	read(): Keepsake | undefined
	keep(keepsake: Keepsake): void
	forget(): void
}

export function keepsakeBox(meetingId: string, tab: TabText): KeepsakeBox {
	const key = `room.${meetingId}`
	return {
		read() {
			const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Keepsake), tab.read(key))
			return parsed.success ? parsed.output : undefined
		},
		keep: keepsake => tab.write(key, JSON.stringify(keepsake)),
		forget: () => tab.write(key, undefined),
	}
}
