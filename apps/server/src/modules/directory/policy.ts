import { maskPhone, personalEdition, type UserId } from '@parley/core'

/** As much of a person as the rules ask about. */
export interface Reader {
	userId: UserId
	companyType: number
	userType: number
}

/** A person who only scans schedules nothing, so there is nobody to choose (LIST-10). */
export const scanOnly = 5

/**
 * Colleagues may look each other up. The people of a personal edition are strangers to one another, who only registered
 * on the same site.
 */
export const mayLookUp = ({ companyType, userType }: Reader): boolean =>
	companyType !== personalEdition && userType !== scanOnly

interface Known {
	id: UserId
	name: string
	mobile: string | null
}

/** ENT-15: enough of a number to tell two people of one name apart; the whole of one's own. */
export const mobileFor = (reader: Reader, { id, mobile }: Known): string =>
	mobile === null ? '' : id === reader.userId ? mobile : maskPhone(mobile)

/** The login name of somebody who came by a number is that number, and no less private. */
export const loginNameFor = (reader: Reader, { id, name, mobile }: Known): string =>
	id !== reader.userId && mobile !== null && isNumber(name, mobile) ? name.replace(mobile, maskPhone(mobile)) : name

const isNumber = (name: string, mobile: string): boolean => /^[\d-]+$/.test(name) && name.endsWith(mobile)
