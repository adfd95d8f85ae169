export { MobileCodeFields, type MobileCodeFieldsProps } from './MobileCodeFields.tsx'
export {
	getMobileErrorKey,
	isMobileCodeFilled,
	type MobileCodeValues,
	type MobileNumber,
} from './mobile.ts'
export { initialMobileCode } from './servedCountries.ts'
export { checkMobile, mobileMessage, validateMobile } from './smsCode.ts'
export { getLastMobile } from './useCountdown.ts'
