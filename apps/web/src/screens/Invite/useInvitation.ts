import { type InvitationInfo, support } from '@parley/api'
import { useEffect, useState } from 'react'
import { callApi } from '../../api/index.ts'
import { language, useLanguage } from '../../locales/index.ts'

/** What is known of an invitation. */
export type Invitation =
	| { at: 'loading' | 'unreachable' }
	/** A code nobody gave out. */
	| { at: 'unknown' }
	/** Nobody invited: the app was to be opened, and is not here. Where it is to be had comes a moment later. */
	| { at: 'no-code'; info?: InvitationInfo }
	| { at: 'shown'; info: InvitationInfo }

/** Looks an invitation up, in the language it is read in (I18N-05). */
export function useInvitation(code: string): { invitation: Invitation; again(): void } {
	const spoken = useLanguage()
	const [invitation, setInvitation] = useState<Invitation>({ at: code ? 'loading' : 'no-code' })
	const [round, setRound] = useState(0)

	// biome-ignore lint/correctness/useExhaustiveDependencies: each round is another try, each language another text
	useEffect(() => {
		const abort = new AbortController()
		const asked = callApi(
			support.invitation,
			{ code, language: language() },
			{ quiet: true, handles401: true, signal: abort.signal },
		)
		void asked.then(answer => {
			if (abort.signal.aborted) return
			if (!code) return setInvitation({ at: 'no-code', ...(answer.ok && { info: answer.value }) })
			setInvitation(answer.ok ? { at: 'shown', info: answer.value } : { at: troubleOf(answer.failure.http) })
		})
		return () => abort.abort()
	}, [code, spoken, round])

	return {
		invitation,
		again() {
			setInvitation({ at: 'loading' })
			setRound(round + 1)
		},
	}
}

/** Whatever the server says no to is no invitation; silence and a broken server prove nothing. */
const troubleOf = (http: number | undefined): 'unknown' | 'unreachable' =>
	http !== undefined && http >= 400 && http < 500 && http !== 429 ? 'unknown' : 'unreachable'
