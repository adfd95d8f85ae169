import { type Membership, personal, type UserProfile } from '@parley/api'
import { codePointLength, personalEdition, truncate } from '@parley/core'
import { isNetworkFailure } from '../../api/index.ts'
import { m } from '../../locales/index.ts'
import { useCallQuery } from '../../query/index.ts'
import { Banner } from '../../ui/index.ts'
import { type MemberSession, refreshPerson, updateMember } from '../session/index.ts'

/**
 * The profile of the signed-in person in their current company (PERS-33). Each newly fetched profile updates the session,
 * so that every screen shows the same.
 */
export function useProfile({ user, company }: MemberSession) {
	const input = company ? { companyId: company.companyId } : {}
	const { data, ...query } = useCallQuery(personal.centre, input, {
		scope: [user.id],
		onResult(result) {
			if (result.ok) updateMember(result.value)
			// The person is not in that company any more, so their companies are fetched again.
			else if (result.failure.refusal === 'forbidden') void refreshPerson()
		},
	})
	return { profile: data, ...query }
}

const maxShownLength = 16

/** The display name as the personal centre shows it (PERS-02). */
export const shortenName = (name: string): string =>
	codePointLength(name) > maxShownLength ? `${truncate(name, maxShownLength)}…` : name

/** Limits of the personal edition on a master platform (PERS-05); `none` elsewhere. */
export type PersonalRights =
	| { status: 'none' }
	| { status: 'loading' }
	| { status: 'shown'; maxPeople: number; expires?: string | undefined }

/** @param profile undefined until it is loaded */
export function getPersonalRights(
	company: Pick<Membership, 'type'> | undefined,
	profile: Pick<UserProfile, 'isMasterPlatform' | 'rights'> | undefined,
): PersonalRights {
	if (company?.type !== personalEdition) return { status: 'none' }
	if (!profile) return { status: 'loading' }
	if (!profile.isMasterPlatform) return { status: 'none' }
	return { status: 'shown', maxPeople: profile.rights.maxPeople, expires: profile.rights.expires }
}

/** The profile could not be refreshed: the screen shows what was known before. */
export function ProfileErrorBanner({ failure, isFetching, refetch }: ReturnType<typeof useProfile>) {
	return (
		<Banner tone="warn" action={isFetching ? undefined : { label: m.personal_retry(), onPress: () => void refetch() }}>
			{failure && (isNetworkFailure(failure) ? m.personal_outdated_network() : m.personal_outdated())}
		</Banner>
	)
}
