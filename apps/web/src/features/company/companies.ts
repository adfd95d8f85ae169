import type { Membership } from '@parley/api'
import { personalEdition } from '@parley/core'

export const isPersonal = ({ type }: Pick<Membership, 'type'>): boolean => type === personalEdition

/**
 * The companies somebody may change between, the personal edition last; none where there is nothing to choose. It is
 * chosen by who works in a company too (LIST-04, CORP-07).
 */
export function choicesOf(companies: readonly Membership[]): Membership[] {
	const enterprises = companies.filter(company => !isPersonal(company))
	const isChoice = enterprises.length > 0 && companies.length > 1
	return isChoice ? [...enterprises, ...companies.filter(isPersonal)] : []
}
