import type { QualityReport } from '@parley/room'

/** The report of a page about its line, without losses. */
export const aQualityReport = (fields: Partial<QualityReport> = {}): QualityReport => ({
	joinMs: null,
	firstFrameMs: null,
	freezes: 0,
	freezeMs: 0,
	concealedMs: 0,
	receivedPackets: 1_000,
	lostPackets: 0,
	sentPackets: 1_000,
	sentLostPackets: 0,
	reconnects: 0,
	receivedHeight: 360,
	sentHeight: 180,
	...fields,
})
