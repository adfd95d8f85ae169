import { type MeetingLink, parseScannedCode } from '../links/meetingLink.ts'

export interface MeetingScanDeps {
	/** The texts of the codes in the picture; rejects while there is no picture yet. */
	read(): Promise<string[]>
	after(ms: number, act: () => void): () => void
	onFound(link: MeetingLink): void
	/** Only codes without a meeting are in the picture. */
	onOther(): void
}

/** Fast enough to feel immediate, slow enough for the battery. */
export const scanIntervalMs = 150

/** Scans until a meeting is found; returns a function that stops it. */
export function scanForMeeting({ read, after, onFound, onOther }: MeetingScanDeps): () => void {
	let isStopped = false
	let cancel = () => {}

	async function scan() {
		const texts = await read().catch(() => [])
		if (isStopped) return
		const link = findMeetingLink(texts)
		if (link) return onFound(link)
		if (texts.length > 0) onOther()
		cancel = after(scanIntervalMs, () => void scan())
	}
	void scan()
	return () => {
		isStopped = true
		cancel()
	}
}

/** The first code with a meeting. */
export function findMeetingLink(texts: readonly string[]): MeetingLink | undefined {
	for (const text of texts) {
		const link = parseScannedCode(text)
		if (link) return link
	}
	return undefined
}
