import { useCallback, useEffect, useRef, useState } from 'react'
import { callApi } from '../../api/index.ts'
import { prove } from './prove.ts'
import { type Answer, issue, solve, type Task, type Trouble } from './round.ts'
import { newSessionId } from './sessionId.ts'
import { vendorOf } from './vendor.ts'

type PuzzleTask = Extract<Task, { kind: 'puzzle' }>

export type ChallengeState =
	| { at: 'loading' }
	| { at: 'puzzle'; task: PuzzleTask; note?: 'missed' | 'expired' | 'noWorker' | undefined }
	| { at: 'checking'; task: PuzzleTask }
	| { at: 'proving'; progress: number }
	| { at: 'vendor'; task: Extract<Task, { kind: 'vendor' }> }
	| { at: 'solved' }
	| { at: 'trouble'; trouble: Trouble }

/** A challenge from the asking to the pass. */
export function useChallenge(onSolved: (captcha: string) => void) {
	const [state, setState] = useState<ChallengeState>({ at: 'loading' })
	const solved = useRef(onSolved)
	solved.current = onSolved
	/** What runs now; a newer act, or leaving, calls it off. */
	const current = useRef<AbortController>(undefined)

	const begin = useCallback(() => {
		current.current?.abort()
		current.current = new AbortController()
		return current.current.signal
	}, [])

	/** A new puzzle; the one before stays in sight until it is here. */
	const renew = useCallback(
		async (note?: 'missed' | 'expired') => {
			const signal = begin()
			const issued = await issue(newSessionId(), callApi)
			if (signal.aborted) return
			if (!issued.ok) return setState({ at: 'trouble', trouble: issued.trouble })
			const { task } = issued
			if (task.kind === 'puzzle') return setState({ at: 'puzzle', task, note })
			setState(vendorOf(task.appKey) ? { at: 'vendor', task } : { at: 'trouble', trouble: 'noVendor' })
		},
		[begin],
	)

	useEffect(() => {
		void renew()
		return () => current.current?.abort()
	}, [renew])

	function pass(captcha: string) {
		setState({ at: 'solved' })
		solved.current(captcha)
	}

	async function judge(task: PuzzleTask, answer: Answer, signal: AbortSignal) {
		const judged = await solve(task, answer, callApi)
		if (signal.aborted) return
		if (judged.at === 'solved') return pass(judged.captcha)
		if (judged.at === 'trouble') return setState({ at: 'trouble', trouble: judged.trouble })
		await renew(judged.at)
	}

	async function byDrag(task: PuzzleTask, left: number, trail: string) {
		setState({ at: 'checking', task })
		await judge(task, { by: 'drag', left, trail }, begin())
	}

	async function byKeys(task: PuzzleTask, left: number) {
		const signal = begin()
		setState({ at: 'checking', task })
		const { salt, keyBits } = task.puzzle
		const proven = await prove(salt, keyBits, { signal })
		if (proven.at === 'done') await judge(task, { by: 'keys', left, proof: proven.proof }, signal)
		if (proven.at === 'no-worker') setState({ at: 'puzzle', task, note: 'noWorker' })
	}

	async function byProof(task: PuzzleTask) {
		const signal = begin()
		setState({ at: 'proving', progress: 0 })
		const { salt, blindBits } = task.puzzle
		const onProgress = (progress: number) => !signal.aborted && setState({ at: 'proving', progress })
		const proven = await prove(salt, blindBits, { signal, onProgress })
		if (proven.at === 'done') await judge(task, { by: 'proof', proof: proven.proof }, signal)
		if (proven.at === 'no-worker') setState({ at: 'puzzle', task, note: 'noWorker' })
	}

	return {
		state,
		renew: () => void renew(),
		pass,
		byDrag: (task: PuzzleTask, left: number, trail: string) => void byDrag(task, left, trail),
		byKeys: (task: PuzzleTask, left: number) => void byKeys(task, left),
		byProof: (task: PuzzleTask) => void byProof(task),
	}
}
