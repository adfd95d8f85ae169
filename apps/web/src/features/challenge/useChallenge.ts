import { useCallback, useEffect, useRef, useState } from 'react'
import { callApi } from '../../api/index.ts'
import {
	type ChallengeErrorKey,
	createSessionId,
	type IssuedPuzzle,
	type IssuedVendorChallenge,
	issueChallenge,
	type PuzzleSolution,
	solveChallenge,
} from './challengeCalls.ts'
import { runProofOfWork } from './runProofOfWork.ts'
import { isVendorRegistered } from './VendorChallenge.tsx'

export type ChallengeState =
	| { at: 'loading' }
	| { at: 'puzzle'; issued: IssuedPuzzle; notice?: 'missed' | 'expired' | 'noWorker' | undefined }
	| { at: 'checking'; issued: IssuedPuzzle }
	/** A proof of work is being computed. */
	| { at: 'computing'; progress: number }
	| { at: 'vendor'; issued: IssuedVendorChallenge }
	| { at: 'solved' }
	| { at: 'failed'; error: ChallengeErrorKey }

/** A challenge from being issued to the challenge pass. */
export function useChallenge(onSolved: (captcha: string) => void) {
	const [state, setState] = useState<ChallengeState>({ at: 'loading' })
	const latestOnSolved = useRef(onSolved)
	latestOnSolved.current = onSolved
	/** The operation under way; a newer one and unmounting cancel it. */
	const operation = useRef<AbortController>(undefined)

	const startOperation = useCallback(() => {
		operation.current?.abort()
		operation.current = new AbortController()
		return operation.current.signal
	}, [])

	/** Issues a new puzzle; the previous one stays visible until then. */
	const renew = useCallback(
		async (notice?: 'missed' | 'expired') => {
			const signal = startOperation()
			const result = await issueChallenge(createSessionId(), callApi)
			if (signal.aborted) return
			if (!result.ok) return setState({ at: 'failed', error: result.error })
			const { issued } = result
			if (issued.kind === 'puzzle') return setState({ at: 'puzzle', issued, notice })
			setState(isVendorRegistered(issued.appKey) ? { at: 'vendor', issued } : { at: 'failed', error: 'unknownVendor' })
		},
		[startOperation],
	)

	useEffect(() => {
		void renew()
		return () => operation.current?.abort()
	}, [renew])

	function complete(captcha: string) {
		setState({ at: 'solved' })
		latestOnSolved.current(captcha)
	}

	async function submit(issued: IssuedPuzzle, solution: PuzzleSolution, signal: AbortSignal) {
		const result = await solveChallenge(issued, solution, callApi)
		if (signal.aborted) return
		if (result.at === 'solved') return complete(result.captcha)
		if (result.at === 'failed') return setState({ at: 'failed', error: result.error })
		await renew(result.at)
	}

	async function submitDrag(issued: IssuedPuzzle, left: number, trail: string) {
		setState({ at: 'checking', issued })
		await submit(issued, { left, trail }, startOperation())
	}

	async function submitPosition(issued: IssuedPuzzle, left: number) {
		const signal = startOperation()
		setState({ at: 'checking', issued })
		const { salt, keyBits } = issued.puzzle
		const result = await runProofOfWork(salt, keyBits, { signal })
		if (result.at === 'done') await submit(issued, { left, proof: result.proof }, signal)
		if (result.at === 'no-worker') setState({ at: 'puzzle', issued, notice: 'noWorker' })
	}

	async function submitProofOfWork(issued: IssuedPuzzle) {
		const signal = startOperation()
		setState({ at: 'computing', progress: 0 })
		const { salt, blindBits } = issued.puzzle
		const onProgress = (progress: number) => !signal.aborted && setState({ at: 'computing', progress })
		const result = await runProofOfWork(salt, blindBits, { signal, onProgress })
		if (result.at === 'done') await submit(issued, { proof: result.proof }, signal)
		if (result.at === 'no-worker') setState({ at: 'puzzle', issued, notice: 'noWorker' })
	}

	return {
		state,
		renew: () => void renew(),
		complete,
		submitDrag: (issued: IssuedPuzzle, left: number, path: string) => void submitDrag(issued, left, path),
		submitPosition: (issued: IssuedPuzzle, left: number) => void submitPosition(issued, left),
		submitProofOfWork: (issued: IssuedPuzzle) => void submitProofOfWork(issued),
	}
}
