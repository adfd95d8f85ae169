/** Numbers of the protocol, for pages that show or compare them. */
export { answerCodes, groupTypes, imLimits, memberRoles, messageTypes } from '@parley/im'
