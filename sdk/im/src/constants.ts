/** Numbers of the protocol, for pages that show or compare them. */
export { answerCodes, contentTypes, groupTypes, imLimits, logEventNumbers, memberRoles } from '@parley/im'
