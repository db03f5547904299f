package dev.ratelimit.core.store;

import dev.ratelimit.Decision;
import dev.ratelimit.core.algorithm.Owed;

/**
 * What a lease call brought.
 *
 * @param check the decision on its check
 * @param owed what the key owes after the check and before the lease
 * @param granted how many permits are leased, from 0 to what was wanted
 * @param id which grant they belong to
 * @param afterwards the key's state after the grant: denied if some were wanted and none were
 *     there, with the wait for one
 */
public record LeaseReply(
    Decision check, Owed owed, long granted, LeaseId id, Decision afterwards) {}
