export { FormPage, type FormPageProps } from './FormPage.tsx'
export {
	callForForm,
	challengeErrors,
	createFormError,
	type ErrorEntry,
	type FormError,
	formErrorOf,
	networkError,
	type Remedy,
	tooManyError,
} from './formError.ts'
export { createFormMemory } from './formMemory.ts'
export { UnavailablePage, type UnavailablePageProps } from './UnavailablePage.tsx'
export { type CallForm, useCallForm } from './useCallForm.ts'
export { useLeaveQuestion } from './useLeaveQuestion.tsx'
export { useSubmit } from './useSubmit.ts'
