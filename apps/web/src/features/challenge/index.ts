export { Challenge, ChallengeDialog } from './Challenge.tsx'
export { invalidateChallenges, isChallengeRequired } from './challengeCalls.ts'
export { registerChallengeVendor, type VendorWidget } from './VendorChallenge.tsx'
