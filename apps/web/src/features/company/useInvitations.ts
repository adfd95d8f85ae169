import { company as calls, type Invitation, invitationAction } from '@parley/api'
import { useEffect, useReducer, useRef } from 'react'
import { callApi } from '../../api/index.ts'
import { m } from '../../locales/index.ts'
import { toast } from '../../ui/index.ts'
import { refreshPerson } from '../session/index.ts'
import { noInvitations, queued, treatedOf } from './invitations.ts'
import { switchCompany } from './switchCompany.ts'
import { switchWords } from './switchWords.ts'

type Answer = 'accept' | 'refuse'

/** The companies that invite whoever is here; asked for once, when this stands (CORP-03, OP-105). */
export function useInvitations() {
	const [queue, tell] = useReducer(queued, noInvitations)
	const isUnderway = useRef(false)

	useEffect(() => {
		const abort = new AbortController()
		const quiet = { quiet: true, handles401: true, signal: abort.signal }
		void callApi(calls.invitations, {}, quiet).then(answer => {
			if (answer.ok) tell({ type: 'came', invitations: answer.value })
		})
		return () => abort.abort()
	}, [])

	async function give(answer: Answer) {
		const [invitation] = queue.waiting
		if (!invitation || isUnderway.current) return
		isUnderway.current = true
		tell({ type: 'giving', answer })
		tell({ type: (await treat(invitation, answer)) ? 'settled' : 'stuck' })
		isUnderway.current = false
	}

	return { queue, give: (answer: Answer) => void give(answer), putOff: () => tell({ type: 'putOff' }) }
}

/** Whether the invitation is done with. */
async function treat({ companyId }: Invitation, answer: Answer): Promise<boolean> {
	const treated = await callApi(calls.treatInvitation, { action: invitationAction[answer], companyId }, { quiet: true })
	switch (treatedOf(treated.ok ? undefined : treated.failure)) {
		case 'given':
			if (treated.ok && answer === 'accept') await goTo(treated.value.companyId)
			return true
		case 'gone':
			toast.show(m.company_invitation_gone(), { tone: 'error' })
			return true
		case 'unreachable':
			toast.show(m.company_invitation_unreachable(), { tone: 'error' })
			return false
		case 'failed':
			toast.show(m.company_invitation_failed(), { tone: 'error' })
			return false
	}
}

/** CORP-04: who has come to a company works in it; that they have is learnt first. */
async function goTo(companyId: Invitation['companyId']) {
	await refreshPerson()
	const fault = switchWords[await switchCompany(companyId)]
	if (fault) toast.show(fault(), { tone: 'error' })
}
