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
	| { status: 'loading' }
	| { status: 'puzzle'; issued: IssuedPuzzle; notice?: 'missed' | 'expired' | 'noWorker' | undefined }
	| { status: 'checking'; issued: IssuedPuzzle }
	/** A proof of work is being computed. */
	| { status: 'computing'; progress: number }
	| { status: 'vendor'; issued: IssuedVendorChallenge }
	| { status: 'solved' }
	| { status: 'failed'; error: ChallengeErrorKey }

/** A challenge from being issued to the challenge pass. */
export function useChallenge(onSolved: (captcha: string) => void) {
	const [state, setState] = useState<ChallengeState>({ status: 'loading' })
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
			if (!result.ok) return setState({ status: 'failed', error: result.error })
			const { issued } = result
			if (issued.kind === 'puzzle') return setState({ status: 'puzzle', issued, notice })
			setState(
				isVendorRegistered(issued.appKey) ? { status: 'vendor', issued } : { status: 'failed', error: 'unknownVendor' },
			)
		},
		[startOperation],
	)

	useEffect(() => {
		void renew()
		return () => operation.current?.abort()
	}, [renew])

	function complete(captcha: string) {
		setState({ status: 'solved' })
		latestOnSolved.current(captcha)
	}

	async function submit(issued: IssuedPuzzle, solution: PuzzleSolution, signal: AbortSignal) {
		const result = await solveChallenge(issued, solution, callApi)
		if (signal.aborted) return
		if (result.status === 'solved') return complete(result.captcha)
		if (result.status === 'failed') return setState({ status: 'failed', error: result.error })
		await renew(result.status)
	}

	async function submitDrag(issued: IssuedPuzzle, left: number, trail: string) {
		setState({ status: 'checking', issued })
		await submit(issued, { left, trail }, startOperation())
	}

	async function submitPosition(issued: IssuedPuzzle, left: number) {
		const signal = startOperation()
		setState({ status: 'checking', issued })
		const { salt, keyBits } = issued.puzzle
		const result = await runProofOfWork(salt, keyBits, { signal })
		if (result.status === 'done') await submit(issued, { left, proof: result.proof }, signal)
		if (result.status === 'no-worker') setState({ status: 'puzzle', issued, notice: 'noWorker' })
	}

	async function submitProofOfWork(issued: IssuedPuzzle) {
		const signal = startOperation()
		setState({ status: 'computing', progress: 0 })
		const { salt, blindBits } = issued.puzzle
		const onProgress = (progress: number) => !signal.aborted && setState({ status: 'computing', progress })
		const result = await runProofOfWork(salt, blindBits, { signal, onProgress })
		if (result.status === 'done') await submit(issued, { proof: result.proof }, signal)
		if (result.status === 'no-worker') setState({ status: 'puzzle', issued, notice: 'noWorker' })
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
