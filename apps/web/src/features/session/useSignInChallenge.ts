import { useEffect, useState } from 'react'
import { invalidateChallenges, isChallengeRequired } from '../challenge/index.ts'

/** The slider beside a form: not asked for, asked for, or solved with the pass it gave. */
export type ChallengeState =
	| { at: 'closed' }
	| { at: 'open'; round: number; goesOn: boolean }
	| { at: 'solved'; round: number; captcha: string }

const roundOf = (gate: ChallengeState) => (gate.at === 'closed' ? 0 : gate.round)

/** When the slider of the sign-in form is shown, and what it leads to (LOGIN-34 to LOGIN-40). */
export function useSignInChallenge() {
	const [gate, setGate] = useState<ChallengeState>({ at: 'closed' })
	const open = (goesOn: boolean) => setGate(gate => ({ at: 'open', round: roundOf(gate) + 1, goesOn }))

	// LOGIN-34, LOGIN-35
	useEffect(() => {
		let gone = false
		void isChallengeRequired().then(isOpen => {
			if (isOpen && !gone) setGate(gate => (gate.at === 'closed' ? { at: 'open', round: 1, goesOn: false } : gate))
		})
		return () => {
			gone = true
		}
	}, [])

	return {
		gate,
		captcha: gate.at === 'solved' ? gate.captcha : '',
		/** Nothing may be sent while it is there to be solved (LOGIN-18). */
		isActive: gate.at === 'open',
		/** The server wants it for what was sent just now; that goes on when it is solved (LOGIN-36). */
		demand: () => open(true),
		solved: (captcha: string) => setGate(gate => ({ at: 'solved', round: roundOf(gate), captcha })),
		/** The one before is used up: a new one where one is open now, which a failure may have changed (LOGIN-40, OP-023). */
		async renew() {
			if (await isChallengeRequired()) return open(false)
			setGate({ at: 'closed' })
			await invalidateChallenges()
		},
	}
}
