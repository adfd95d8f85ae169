import type { Instant } from '@parley/core'
import type { QualitySample, Rating, VisitWithSamples } from './visitStore.ts'

/** How a meeting was on the line of one person, over all their visits. */
export interface PersonQuality {
	/** The participant of the first visit. */
	id: string
	name: string
	userId: string | null
	joinedAt: Instant
	/** Null while the person is in the room. */
	leftAt: Instant | null
	/** False where no page has reported: an old one, or a visit of a few seconds. */
	isReported: boolean
	joinMs: number | null
	firstFrameMs: number | null
	freezes: number
	freezeMs: number
	/** The report with most of it. */
	worstFreezeAt: Instant | null
	concealedMs: number
	worstSoundAt: Instant | null
	/** Share of packets lost on the way to this person, in per cent. */
	lostPercent: number
	/** And on the way from them. */
	sentLostPercent: number
	reconnects: number
	receivedHeight: number
	sentHeight: number
}

/** Merges the visits of each person, who may have come several times and on several devices. */
export function qualityByPerson(visits: readonly VisitWithSamples[]): PersonQuality[] {
	return [...Map.groupBy(visits, ({ personKey }) => personKey).values()].map(qualityOf)
}

function qualityOf(visits: readonly VisitWithSamples[]): PersonQuality {
	const samples = visits.flatMap(visit => visit.samples)
	const last = visits.at(-1)
	const sum = (of: keyof QualitySample) => samples.reduce((total, sample) => total + sample[of], 0)
	const highest = (of: keyof QualitySample) => samples.reduce((most, sample) => Math.max(most, sample[of]), 0)
	const isInRoom = visits.some(({ leftAt }) => leftAt === null)
	return {
		id: visits[0]?.participantId ?? '',
		name: last?.name ?? '',
		userId: last?.userId ?? null,
		joinedAt: Math.min(...visits.map(({ joinedAt }) => joinedAt)),
		leftAt: isInRoom ? null : Math.max(...visits.map(({ leftAt }) => leftAt ?? 0)),
		isReported: samples.length > 0,
		joinMs: slowest(visits.map(({ joinMs }) => joinMs)),
		firstFrameMs: slowest(visits.map(({ firstFrameMs }) => firstFrameMs)),
		freezes: sum('freezes'),
		freezeMs: sum('freezeMs'),
		worstFreezeAt: worstAt(samples, 'freezeMs'),
		concealedMs: sum('concealedMs'),
		worstSoundAt: worstAt(samples, 'concealedMs'),
		lostPercent: percent(sum('lostPackets'), sum('receivedPackets') + sum('lostPackets')),
		sentLostPercent: percent(sum('sentLostPackets'), sum('sentPackets')),
		reconnects: sum('reconnects'),
		receivedHeight: highest('receivedHeight'),
		sentHeight: highest('sentHeight'),
	}
}

function slowest(values: readonly (number | null)[]): number | null {
	const known = values.filter(value => value !== null)
	return known.length === 0 ? null : Math.max(...known)
}

function worstAt(samples: readonly QualitySample[], of: 'freezeMs' | 'concealedMs'): Instant | null {
	const [worst] = samples.filter(sample => sample[of] > 0).sort((a, b) => b[of] - a[of])
	return worst?.at ?? null
}

/** With one decimal. */
const percent = (part: number, whole: number): number =>
	whole === 0 ? 0 : Math.min(100, Math.round((part / whole) * 1_000) / 10)

export function countRatings(visits: readonly { rating: Rating | null }[]): Record<Rating, number> {
	const counts = { poor: 0, ok: 0, great: 0 }
	for (const { rating } of visits) if (rating) counts[rating]++
	return counts
}
