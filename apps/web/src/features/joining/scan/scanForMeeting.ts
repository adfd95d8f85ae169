import { type MeetingLink, parseScannedCode } from '../links/meetingLink.ts'

/** What looking for codes touches. */
export interface MeetingScanDeps {
	/** The texts of the codes in sight; fails while there is no picture yet. */
	read(): Promise<string[]>
	after(ms: number, act: () => void): () => void
	onFound(link: MeetingLink): void
	/** A code of something else is in sight. */
	onOther(): void
}

/** Often enough to feel immediate, seldom enough to keep a phone cool. */
export const scanIntervalMs = 150

/** Looks until a meeting is found, one look at a time; returns how to stop. */
export function scanForMeeting({ read, after, onFound, onOther }: MeetingScanDeps): () => void {
	let stopped = false
	let cancel = () => {}

	async function look() {
		const texts = await read().catch(() => [])
		if (stopped) return
		const link = findMeetingLink(texts)
		if (link) return onFound(link)
		if (texts.length > 0) onOther()
		cancel = after(scanIntervalMs, () => void look())
	}
	void look()
	return () => {
		stopped = true
		cancel()
	}
}

/** The first of some codes that is about a meeting. */
export function findMeetingLink(texts: readonly string[]): MeetingLink | undefined {
	for (const text of texts) {
		const link = parseScannedCode(text)
		if (link) return link
	}
	return undefined
}
