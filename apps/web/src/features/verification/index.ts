export { MobileCodeFields, type MobileCodeFieldsProps } from './MobileCodeFields.tsx'
export {
	emptyMobileCode,
	getMobileErrorKey,
	isMobileCodeFilled,
	type MobileCodeValues,
	type MobileNumber,
} from './mobile.ts'
export { checkMobile, mobileMessage, validateMobile } from './smsCode.ts'
export { getLastMobile } from './useCountdown.ts'
