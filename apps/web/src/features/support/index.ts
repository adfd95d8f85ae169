export { isAppleDevice, useUpdateAddress, webAddress } from './app.ts'
export { type ComplaintSaying, complain, complaintWhileTyping, isComplaint } from './complaint.ts'
export { complaintSentence } from './complaintWords.ts'
export { telephoneLink, useSupportPhone } from './phone.ts'
