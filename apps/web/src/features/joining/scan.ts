import { linkIn, type MeetingLink } from './link.ts'

/** What looking for codes touches. */
export interface ScanOutside {
	/** The texts of the codes in sight; fails while there is no picture yet. */
	read(): Promise<string[]>
	after(ms: number, act: () => void): () => void
	onFound(link: MeetingLink): void
	/** A code of something else is in sight. */
	onOther(): void
}

/** Often enough to feel immediate, seldom enough to keep a phone cool. */
export const lookEveryMs = 150

/** Looks until a meeting is found, one look at a time; returns how to stop. */
export function lookForMeeting({ read, after, onFound, onOther }: ScanOutside): () => void {
	let stopped = false
	let cancel = () => {}

	async function look() {
		const texts = await read().catch(() => [])
		if (stopped) return
		const link = firstLink(texts)
		if (link) return onFound(link)
		if (texts.length > 0) onOther()
		cancel = after(lookEveryMs, () => void look())
	}
	void look()
	return () => {
		stopped = true
		cancel()
	}
}

/** The first of some codes that is about a meeting. */
export function firstLink(texts: readonly string[]): MeetingLink | undefined {
	for (const text of texts) {
		const link = linkIn(text)
		if (link) return link
	}
	return undefined
}
