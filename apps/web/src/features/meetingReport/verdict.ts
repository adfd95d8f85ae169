import type { PersonQuality } from '@parley/api'

/** The plainest thing to say about a line, by how much it disturbed: the first that applies (ROOM-169). */
export type Verdict =
	| { kind: 'disconnected'; times: number }
	| { kind: 'sound'; seconds: number; at: number | undefined }
	| { kind: 'freeze'; seconds: number; at: number | undefined }
	| { kind: 'upload'; percent: number }
	| { kind: 'download'; percent: number }
	| { kind: 'slow'; seconds: number }
	| { kind: 'good' }
	| { kind: 'unknown' }

/** Below these nobody noticed. */
const noticed = { soundMs: 3_000, freezeMs: 5_000, percent: 5, joinMs: 10_000 }
/** Figures are of half a minute, and have the time of its end. */
const middleMs = 15_000

export function verdictOn(person: PersonQuality): Verdict {
	const { reconnects, concealedMs, freezeMs, sentLostPercent, lostPercent, joinMs = 0 } = person
	if (!person.isReported) return { kind: 'unknown' }
	if (reconnects > 0) return { kind: 'disconnected', times: reconnects }
	if (concealedMs >= noticed.soundMs)
		return { kind: 'sound', seconds: secondsOf(concealedMs), at: middleOf(person.worstSoundAt) }
	if (freezeMs >= noticed.freezeMs)
		return { kind: 'freeze', seconds: secondsOf(freezeMs), at: middleOf(person.worstFreezeAt) }
	if (sentLostPercent >= noticed.percent) return { kind: 'upload', percent: sentLostPercent }
	if (lostPercent >= noticed.percent) return { kind: 'download', percent: lostPercent }
	if (joinMs >= noticed.joinMs) return { kind: 'slow', seconds: secondsOf(joinMs) }
	return { kind: 'good' }
}

const order: Verdict['kind'][] = ['disconnected', 'sound', 'freeze', 'upload', 'download', 'slow', 'unknown', 'good']

/** Worst first, those of one kind by how much; then in order of joining. */
export function byVerdict(people: readonly PersonQuality[]): { person: PersonQuality; verdict: Verdict }[] {
	const judged = people.map(person => ({ person, verdict: verdictOn(person) }))
	return judged.sort(
		(a, b) =>
			order.indexOf(a.verdict.kind) - order.indexOf(b.verdict.kind) || amountOf(b.verdict) - amountOf(a.verdict),
	)
}

function amountOf(verdict: Verdict): number {
	if ('times' in verdict) return verdict.times
	if ('seconds' in verdict) return verdict.seconds
	return 'percent' in verdict ? verdict.percent : 0
}

const secondsOf = (ms: number): number => Math.round(ms / 1_000)
const middleOf = (at: number | undefined): number | undefined => at && at - middleMs
