import { challenge, type Puzzle } from '@parley/api'
import type { ApiFailure, CallApi } from '../../api/index.ts'

/** What the server wants done: a puzzle of its own, or what a vendor shows. */
export type Task =
	| { kind: 'puzzle'; sessionId: string; puzzle: Puzzle }
	| { kind: 'vendor'; sessionId: string; appKey: string; scene: string }

/** Why there is nothing to solve; the screen owns the words. */
export type Trouble = 'network' | 'tooMany' | 'failed' | 'noVendor'

export type Issued = { ok: true; task: Task } | { ok: false; trouble: Trouble }

/** Asks for a new challenge (LOGIN-37). The session id is this page's own and random (OP-024). */
export async function issue(sessionId: string, ask: CallApi): Promise<Issued> {
	const answer = await ask(challenge.issue, { sessionId }, { quiet: true, handles401: true })
	if (!answer.ok) return { ok: false, trouble: troubleOf(answer.failure) }
	const { puzzle, appKey, scene } = answer.value
	if (puzzle) return { ok: true, task: { kind: 'puzzle', sessionId, puzzle } }
	return { ok: true, task: { kind: 'vendor', sessionId, appKey, scene } }
}

/** An answer to a puzzle: dragged there, moved there by keys with a proof of work, or a proof of work alone. */
export type Answer =
	| { by: 'drag'; left: number; trail: string }
	| { by: 'keys'; left: number; proof: string }
	| { by: 'proof'; proof: string }

export type Judged =
	| { at: 'solved'; captcha: string }
	| { at: 'missed' }
	| { at: 'expired' }
	| { at: 'trouble'; trouble: Trouble }

export async function solve(task: Extract<Task, { kind: 'puzzle' }>, answer: Answer, ask: CallApi): Promise<Judged> {
	const { by: _, ...given } = answer
	const judged = await ask(
		challenge.solve,
		{ id: task.puzzle.id, sessionId: task.sessionId, ...given },
		{ quiet: true, handles401: true },
	)
	if (judged.ok) return { at: 'solved', captcha: judged.value.captcha }
	switch (judged.failure.refusal) {
		case 'challengeNeeded':
		case 'challengeFailed':
			return { at: 'missed' }
		case 'challengeExpired':
			return { at: 'expired' }
		default:
			return { at: 'trouble', trouble: troubleOf(judged.failure) }
	}
}

function troubleOf({ refusal }: Pick<ApiFailure<typeof challenge.solve>, 'refusal'>): Trouble {
	if (refusal === 'offline' || refusal === 'timeout') return 'network'
	return refusal === 'tooMany' ? 'tooMany' : 'failed'
}
