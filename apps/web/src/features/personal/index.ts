export { changeDisplayName, displayNameSchema, isNameLocked } from './displayName.ts'
export { changePassword, getOwnNames, isPasswordChangeFilled, passwordChangeSchema } from './passwordChange.ts'
export {
	getPersonalRights,
	type PersonalRights,
	ProfileErrorBanner,
	shortenName,
	useProfile,
} from './profile.tsx'
export { RequireMember } from './RequireMember.tsx'
export { RowLink } from './RowLink.tsx'
