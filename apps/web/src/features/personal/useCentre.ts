import { personal } from '@parley/api'
import { useCallQuery } from '../../query/index.ts'
import { type Person, refreshPerson, updateMember } from '../session/index.ts'

export type Member = Extract<Person, { kind: 'member' }>

/** The full profile of a person in the company they work in (PERS-33); each answer updates the session too. */
export function useCentre({ user, company }: Member) {
	const {
		data: centre,
		failure: failed,
		isFetching: isAsking,
		refetch: again,
	} = useCallQuery(personal.centre, company ? { companyId: company.companyId } : {}, {
		scope: [user.id],
		onResult(result) {
			if (result.ok) updateMember(result.value)
			// They have left that company, so their companies are fetched again.
			else if (result.failure.refusal === 'forbidden') void refreshPerson()
		},
	})
	return { centre, isAsking, failed, again }
}
