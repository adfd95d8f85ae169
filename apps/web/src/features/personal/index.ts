export { Chooser, type Choosing } from './Chooser.tsx'
export { type Rights, rightsOf, shownName } from './centre.ts'
export { MembersOnly } from './MembersOnly.tsx'
export { Outdated } from './Outdated.tsx'
export {
	changePassword,
	isTyped,
	nothingTyped,
	ownNames,
	type PasswordChange,
	type PasswordSaying,
} from './passwordChange.ts'
export { passwordSentence } from './passwordWords.ts'
export { RowLink } from './RowLink.tsx'
export { isNameLocked, type RenameSaying, rename } from './rename.ts'
export { renameSentence } from './renameWords.ts'
export { type Member, useCentre } from './useCentre.ts'
export { useVersion } from './version.ts'
