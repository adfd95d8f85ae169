import { personal, type UserProfile } from '@parley/api'
import { useAnswers } from '../../answers/index.ts'
import { type ApiFailure, callApi } from '../../api/index.ts'
import { type Person, refreshPerson, updateMember } from '../session/index.ts'

export type Member = Extract<Person, { kind: 'member' }>

/**
 * The person in full, as they are in the company they work in (PERS-33). Who they are is known without it; what the
 * server says anew becomes known everywhere.
 */
export function useCentre({ user, company }: Member) {
	const { pages, asking, failed, again } = useAnswers<UserProfile, ApiFailure<typeof personal.centre>>(
		`personal centre ${user.id} ${company?.companyId}`,
		{
			async ask(_, signal) {
				const input = company ? { companyId: company.companyId } : {}
				const answer = await callApi(personal.centre, input, { quiet: true, signal })
				if (answer.ok) updateMember(answer.value)
				// They are no longer in that company: it is asked which ones they are in.
				else if (answer.failure.refusal === 'forbidden') void refreshPerson()
				return answer
			},
		},
	)
	return { centre: pages?.[0], isAsking: asking !== undefined, failed: failed?.failure, again }
}
