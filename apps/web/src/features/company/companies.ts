import type { Membership } from '@parley/api'
import { personalEdition } from '@parley/core'
import { m } from '../../locales/index.ts'

export const isPersonalEdition = ({ type }: Pick<Membership, 'type'>): boolean => type === personalEdition

/** The personal edition has the same name for everybody (OP-104). */
export const companyName = (company: Membership): string =>
	isPersonalEdition(company) ? m.company_personal_edition() : company.name

/**
 * The companies a person may switch between, the personal edition last; empty where there is no choice. The personal
 * edition can be selected by members of a company too (LIST-04, CORP-07).
 */
export function getSelectableCompanies(companies: readonly Membership[]): Membership[] {
	const enterprises = companies.filter(company => !isPersonalEdition(company))
	const hasChoice = enterprises.length > 0 && companies.length > 1
	return hasChoice ? [...enterprises, ...companies.filter(isPersonalEdition)] : []
}
