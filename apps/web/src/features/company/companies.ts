import type { Membership } from '@parley/api'
import { personalEdition } from '@parley/core'
import { m } from '../../locales/index.ts'
import type { MemberSession } from '../session/index.ts'

const isPersonalEdition = ({ type }: Pick<Membership, 'type'>): boolean => type === personalEdition

/** The personal edition has the same name for everyone (OP-104). */
export const companyName = (company: Membership): string =>
	isPersonalEdition(company) ? m.company_personal_edition() : company.name

/** The companies of a person without the personal edition (LIST-04, CORP-06). */
export const getEnterprises = (companies: readonly Membership[]): Membership[] =>
	companies.filter(company => !isPersonalEdition(company))

/**
 * Returns the companies a person may switch between (CORP-01), and last the personal edition, on sites with
 * self-registration (CORP-07). Empty if only the current one exists.
 * @param isMasterPlatform undefined until it is known, which counts as true: the server decides
 */
export function getSelectableCompanies(
	{ user: { companies }, company: current }: Pick<MemberSession, 'user' | 'company'>,
	isMasterPlatform = true,
): Membership[] {
	const personal = isMasterPlatform ? companies.filter(isPersonalEdition) : []
	const selectable = [...getEnterprises(companies), ...personal]
	return selectable.some(({ companyId }) => companyId !== current?.companyId) ? selectable : []
}
