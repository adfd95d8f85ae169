export { MobileCodeFields, type MobileCodeFieldsProps } from './MobileCodeFields.tsx'
export {
	emptyMobileCode,
	getMobileErrorKey,
	isMobileCodeFilled,
	type MobileCodeValues,
	type MobileNumber,
} from './mobile.ts'
export { checkMobile, type MobileMessageKey } from './smsCode.ts'
export { getLastMobile } from './useCountdown.ts'
export { mobileMessage, validateMobile } from './words.ts'
