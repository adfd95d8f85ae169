import { useEffect, useState } from 'react'
import { invalidateChallenges, isChallengeRequired } from '../challenge/index.ts'

/** The slider of the form: not required, required, or solved with the pass it gave. */
type SignInChallengeState =
	| { status: 'closed' }
	| { status: 'open'; round: number; submitsWhenSolved: boolean }
	| { status: 'solved'; round: number; captcha: string }

const roundOf = (state: SignInChallengeState) => (state.status === 'closed' ? 0 : state.round)

/** Opens the slider of the sign-in form when it is required, and continues after it is solved (LOGIN-34 to LOGIN-40). */
export function useSignInChallenge() {
	const [state, setState] = useState<SignInChallengeState>({ status: 'closed' })
	const open = (submitsWhenSolved: boolean) =>
		setState(state => ({ status: 'open', round: roundOf(state) + 1, submitsWhenSolved }))

	// LOGIN-34, LOGIN-35
	useEffect(() => {
		void isChallengeRequired().then(isRequired => {
			if (!isRequired) return
			setState(state => (state.status === 'closed' ? { status: 'open', round: 1, submitsWhenSolved: false } : state))
		})
	}, [])

	return {
		isShown: state.status !== 'closed',
		/** Changes for each new challenge. */
		round: roundOf(state),
		captcha: state.status === 'solved' ? state.captcha : '',
		/** Nothing can be sent until it is solved (LOGIN-18). */
		isActive: state.status === 'open',
		submitsWhenSolved: state.status === 'open' && state.submitsWhenSolved,
		/** The server requires it for what was just sent, which is sent again when it is solved (LOGIN-36). */
		require: () => open(true),
		onSolved: (captcha: string) => setState(state => ({ status: 'solved', round: roundOf(state), captcha })),
		/** The pass is used up: a new challenge where one is required now, which a failure may have changed (LOGIN-40, OP-023). */
		async renew() {
			if (await isChallengeRequired()) return open(false)
			setState({ status: 'closed' })
			await invalidateChallenges()
		},
	}
}
