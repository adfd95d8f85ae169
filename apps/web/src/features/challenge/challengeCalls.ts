import { challenge, type Puzzle } from '@parley/api'
import { type CallApi, callApi, isNetworkFailure, type RefusalTable } from '../../api/index.ts'

const options = { quiet: true, handles401: true, handlesChallenge: true } as const

/**
 * Returns whether the server asks this caller for the challenge (LOGIN-34). A failed call counts as no: the call that needs a
 * captcha is refused then.
 */
export async function isChallengeRequired(): Promise<boolean> {
	const answer = await callApi(challenge.isOpen, {}, options)
	return answer.ok && answer.value.isOpen
}

/** Issues a new challenge without showing it, which invalidates those issued before (LOGIN-40, OP-023). */
export async function invalidateChallenges(): Promise<void> {
	await callApi(challenge.issue, { sessionId: createSessionId() }, options)
}

/** OP-024: 128 random bits, in hex. */
export function createSessionId(): string {
	const bytes = crypto.getRandomValues(new Uint8Array(16))
	return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
}

export interface IssuedPuzzle {
	kind: 'puzzle'
	sessionId: string
	puzzle: Puzzle
}
/** A challenge that a vendor shows and judges. */
export interface IssuedVendorChallenge {
	kind: 'vendor'
	sessionId: string
	appKey: string
	scene: string
}

export type ChallengeErrorKey = 'network' | 'tooMany' | 'failed' | 'unknownVendor'

export type IssueResult =
	| { ok: true; issued: IssuedPuzzle | IssuedVendorChallenge }
	| { ok: false; error: ChallengeErrorKey }

/** Issues a new challenge (LOGIN-37). */
export async function issueChallenge(sessionId: string, callApi: CallApi): Promise<IssueResult> {
	const answer = await callApi(challenge.issue, { sessionId }, options)
	if (!answer.ok) return { ok: false, error: generalErrorKey(answer.failure) }
	const { puzzle, appKey, scene } = answer.value
	if (puzzle) return { ok: true, issued: { kind: 'puzzle', sessionId, puzzle } }
	return { ok: true, issued: { kind: 'vendor', sessionId, appKey, scene } }
}

/** A drag with its path (`ms,x,y;…`), a position set by keys with a proof of work, or a proof of work alone. */
export type PuzzleSolution = { left: number; trail: string } | { left: number; proof: string } | { proof: string }

export type SolveResult =
	| { status: 'solved'; captcha: string }
	| { status: 'missed' }
	| { status: 'expired' }
	| { status: 'failed'; error: ChallengeErrorKey }

const solveRefusals: RefusalTable<typeof challenge.solve, SolveResult> = {
	challengeNeeded: { status: 'missed' },
	challengeFailed: { status: 'missed' },
	challengeExpired: { status: 'expired' },
}

/** Sends a solution; the server judges a puzzle once. */
export async function solveChallenge(
	{ puzzle, sessionId }: IssuedPuzzle,
	solution: PuzzleSolution,
	callApi: CallApi,
): Promise<SolveResult> {
	const answer = await callApi(challenge.solve, { id: puzzle.id, sessionId, ...solution }, options)
	if (answer.ok) return { status: 'solved', captcha: answer.value.captcha }
	const { refusal } = answer.failure
	if (refusal in solveRefusals) return solveRefusals[refusal as keyof typeof solveRefusals]
	return { status: 'failed', error: generalErrorKey(answer.failure) }
}

function generalErrorKey(failure: { refusal: string }): ChallengeErrorKey {
	if (isNetworkFailure(failure)) return 'network'
	return failure.refusal === 'tooMany' ? 'tooMany' : 'failed'
}
