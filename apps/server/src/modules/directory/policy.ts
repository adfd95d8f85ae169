import { maskPhone, personalEdition, type UserId } from '@parley/core'

/** The person who looks someone up. */
export interface DirectoryViewer {
	userId: UserId
	companyType: number
	userType: number
}

/** User type of people who only join by scanning: they cannot host or invite (LIST-10). */
export const scannerUserType = 5

/** People of a personal edition registered independently of each other and must not see one another. */
export const canUseDirectory = ({ companyType, userType }: DirectoryViewer): boolean =>
	companyType !== personalEdition && userType !== scannerUserType

interface VisiblePerson {
	id: UserId
	name: string
	mobile: string | null
}

/** ENT-15: one's own number in full, others masked but still enough to tell two people of the same name apart. */
export const visibleMobile = (viewer: DirectoryViewer, { id, mobile }: VisiblePerson): string =>
	mobile === null ? '' : id === viewer.userId ? mobile : maskPhone(mobile)

/** A login name that is a mobile number is masked like the number. */
export const visibleLoginName = (viewer: DirectoryViewer, { id, name, mobile }: VisiblePerson): string =>
	id !== viewer.userId && mobile !== null && isMobileNumber(name, mobile)
		? name.replace(mobile, maskPhone(mobile))
		: name

const isMobileNumber = (name: string, mobile: string): boolean => /^[\d-]+$/.test(name) && name.endsWith(mobile)
