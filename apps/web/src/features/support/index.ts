export { isAppleDevice, toSafeUrl, useAppVersion, useUpdateUrl } from './appDownload.ts'
export { filterComplaint, isComplaintFilled, reportProblem, sendComplaint } from './complaint.ts'
export { telephoneUrl, useSupportPhone } from './supportPhone.ts'
